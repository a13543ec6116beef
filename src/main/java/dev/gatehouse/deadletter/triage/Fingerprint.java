package dev.gatehouse.deadletter.triage;

import dev.gatehouse.event.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What puts dead letters of the same trouble into one group.
 *
 * <p>Shape: {@code v1-} and 20 lower-case hex digits of a SHA-256 over code, stage, source, type,
 * transition, destination and the normalised message, each length-prefixed so that parts cannot run
 * into one another. The version is part of the text: a better rule makes new groups and leaves the
 * old ones readable.
 */
public final class Fingerprint {
  private static final String VERSION = "v1";
  private static final int HEX_DIGITS = 20;

  private Fingerprint() {}

  /**
   * @param transition {@code from>to} of a refused move, null otherwise
   * @param message is normalised here, see {@link SafeText#normalised}
   */
  public static String of(
      ErrorCode code,
      Stage stage,
      String source,
      @Nullable String type,
      @Nullable String transition,
      @Nullable String destination,
      String message) {
    MessageDigest digest = sha256();
    add(digest, code.name());
    add(digest, stage.text());
    add(digest, source);
    add(digest, type);
    add(digest, transition);
    add(digest, destination);
    add(digest, SafeText.normalised(message));
    return VERSION + "-" + HexFormat.of().formatHex(digest.digest()).substring(0, HEX_DIGITS);
  }

  private static void add(MessageDigest digest, @Nullable String part) {
    byte[] bytes = part == null ? new byte[0] : part.getBytes(StandardCharsets.UTF_8);
    String prefix = (part == null ? "-" : "") + bytes.length + ":";
    digest.update(prefix.getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
