package dev.gatehouse.operate.cli;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.SignedRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A captured request: a raw HTTP message as bytes, request line and headers (CRLF or LF), an empty
 * line, the body. With a {@code Content-Length} that many bytes are the body, so that a line end
 * which an editor added at the end of the file does no harm.
 */
final class HttpFile {
  private final byte[] bytes;
  private int at;

  private HttpFile(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads the message.
   *
   * @param url the URL the provider was told; empty takes the one the message seems to be sent to
   * @throws IllegalArgumentException when it is no such message; the text says what is wrong
   */
  static SignedRequest parse(byte[] bytes, String url) {
    return new HttpFile(bytes).parse(url);
  }

  private SignedRequest parse(String url) {
    String[] start = line().split(" ", -1);
    if (start.length < 2 || !start[0].matches("[A-Z]{1,16}")) {
      throw new IllegalArgumentException("the first line is not like POST /path HTTP/1.1");
    }
    List<Headers.Field> fields = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw new IllegalArgumentException("a header line has no colon");
      }
      fields.add(new Headers.Field(line.substring(0, colon), line.substring(colon + 1).strip()));
    }
    Headers headers = new Headers(fields);
    String sentTo =
        start[1].startsWith("/")
            ? "https://" + headers.first("Host").orElse("localhost") + start[1]
            : start[1];
    return new SignedRequest(start[0], url.isEmpty() ? sentTo : url, headers, body(headers));
  }

  private RawBody body(Headers headers) {
    if (headers
        .first("Transfer-Encoding")
        .map(text -> text.toLowerCase(Locale.ROOT).contains("chunked"))
        .orElse(false)) {
      throw new IllegalArgumentException(
          "the body is chunked: save the request with the body put together");
    }
    int length = bytes.length - at;
    String declared = headers.first("Content-Length").orElse("");
    if (declared.matches("[0-9]{1,9}")) {
      if (Integer.parseInt(declared) > length) {
        throw new IllegalArgumentException("the body is shorter than its Content-Length");
      }
      length = Integer.parseInt(declared);
    }
    return new RawBody(Arrays.copyOfRange(bytes, at, at + length));
  }

  private String line() {
    int end = at;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    if (at >= bytes.length) {
      // A request without a body may end with its headers.
      return "";
    }
    int stop = end > at && bytes[end - 1] == '\r' ? end - 1 : end;
    String line = new String(bytes, at, stop - at, StandardCharsets.ISO_8859_1);
    at = Math.min(end + 1, bytes.length);
    return line;
  }
}
