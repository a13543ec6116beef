package dev.gatehouse.receive.signature.key;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * PEM blocks (RFC 7468). A line {@code kid: NAME} among the free text before a block names its key.
 */
final class Pem {
  private static final String BEGIN = "-----BEGIN ";
  private static final String DASHES = "-----";
  private static final String KID = "kid:";
  private static final int MAX_BLOCKS = 32;

  private Pem() {}

  record Block(String label, byte[] der, @Nullable String kid) {}

  static boolean isPem(String text) {
    return text.contains(BEGIN);
  }

  static List<Block> blocks(String text) throws UnreadableKey {
    List<Block> blocks = new ArrayList<>();
    int from = 0;
    for (int begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, from)) {
      int labelEnd = text.indexOf(DASHES, begin + BEGIN.length());
      if (labelEnd < 0) {
        throw new UnreadableKey("a PEM block has a broken first line");
      }
      String label = text.substring(begin + BEGIN.length(), labelEnd);
      String last = "-----END " + label + DASHES;
      int end = text.indexOf(last, labelEnd);
      if (end < 0) {
        throw new UnreadableKey("a PEM block has no last line");
      }
      if (blocks.size() == MAX_BLOCKS) {
        throw new UnreadableKey("there are more than " + MAX_BLOCKS + " PEM blocks");
      }
      String base64 = text.substring(labelEnd + DASHES.length(), end).replaceAll("\\s", "");
      blocks.add(new Block(label, decode(base64), kid(text.substring(from, begin))));
      from = end + last.length();
    }
    return blocks;
  }

  private static byte[] decode(String base64) throws UnreadableKey {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new UnreadableKey("a PEM block holds something other than base64");
    }
  }

  private static @Nullable String kid(String before) {
    String kid = null;
    for (String line : before.split("\\R", -1)) {
      if (line.strip().startsWith(KID)) {
        kid = line.strip().substring(KID.length()).strip();
      }
    }
    return kid == null || kid.isEmpty() ? null : kid;
  }
}
