package dev.gatehouse.support;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the parts of HTTP/1.1 messages (RFC 9112) from a stream. */
final class HttpBytes {
  private HttpBytes() {}

  /** A line without its end; null when the stream ends before it begins. */
  static @Nullable String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        if (line.size() == 0) {
          return null;
        }
        throw new EOFException("the stream ended within a line");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Header fields up to the empty line: lower-case names, repeats joined by a comma. */
  static Map<String, String> headers(InputStream in) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip(),
          (first, second) -> first + ", " + second);
    }
    return headers;
  }

  /**
   * The body those headers announce.
   *
   * @param untilEnd what no length and no chunks mean: everything up to the end, or nothing
   */
  static byte[] body(InputStream in, Map<String, String> headers, boolean untilEnd)
      throws IOException {
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      return chunks(in);
    }
    String length = headers.get("content-length");
    if (length != null) {
      return exactly(in, Integer.parseInt(length));
    }
    return untilEnd ? in.readAllBytes() : new byte[0];
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      String size = line(in);
      if (size == null) {
        throw new EOFException("the stream ended before a chunk");
      }
      int length = Integer.parseInt(size.split(";", 2)[0].strip(), 16);
      if (length == 0) {
        headers(in);
        return body.toByteArray();
      }
      body.writeBytes(exactly(in, length));
      line(in);
    }
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException(bytes.length + " of " + length + " bytes came");
    }
    return bytes;
  }
}
