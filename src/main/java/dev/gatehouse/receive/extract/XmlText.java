package dev.gatehouse.receive.extract;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The characters of an XML document (XML 1.0, section 4.3.3 and appendix F): UTF-16 with its mark,
 * else what the declaration says, of a few character sets, else UTF-8. Strict: a byte that is none
 * of them makes the document unreadable.
 *
 * <p>The JDK's own reader would do this too, but it writes to standard error what is wrong with the
 * bytes of a stranger.
 */
final class XmlText {
  private static final int DECLARATION = 256;

  private static final Pattern ENCODING =
      Pattern.compile("<\\?xml\\s[^>]{0,200}?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]{1,40})[\"']");

  private static final Map<String, Charset> READ =
      Map.of(
          "utf-8", StandardCharsets.UTF_8,
          "utf8", StandardCharsets.UTF_8,
          "us-ascii", StandardCharsets.US_ASCII,
          "iso-8859-1", StandardCharsets.ISO_8859_1,
          "windows-1252", Charset.forName("windows-1252"));

  private XmlText() {}

  /** Empty when the bytes are not what they say, or of a character set that is not read. */
  static Optional<String> of(byte[] bytes) {
    if (bytes.length >= 2 && isUtf16Mark(bytes[0], bytes[1])) {
      return decoded(bytes, 0, StandardCharsets.UTF_16);
    }
    int start = Utf8.afterMark(bytes);
    String head =
        new String(
            bytes, start, Math.min(DECLARATION, bytes.length - start), StandardCharsets.ISO_8859_1);
    Matcher declared = ENCODING.matcher(head);
    if (start > 0 || !declared.lookingAt()) {
      return decoded(bytes, start, StandardCharsets.UTF_8);
    }
    Charset charset = READ.get(declared.group(1).toLowerCase(Locale.ROOT));
    return charset == null ? Optional.empty() : decoded(bytes, start, charset);
  }

  private static boolean isUtf16Mark(byte first, byte second) {
    return first == (byte) 0xFE && second == (byte) 0xFF
        || first == (byte) 0xFF && second == (byte) 0xFE;
  }

  private static Optional<String> decoded(byte[] bytes, int from, Charset charset) {
    try {
      return Optional.of(
          charset
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes, from, bytes.length - from))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
