package dev.gatehouse.cases;

import dev.gatehouse.support.RawHttp;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A request of a case, to be sent byte for byte.
 *
 * @param declaredLength the Content-Length to claim before a shorter body and the end; negative:
 *     none
 * @param repeat how many copies
 * @param concurrent whether the copies go out together
 */
record CaseRequest(
    String method,
    String path,
    List<Header> headers,
    byte[] body,
    boolean chunked,
    int declaredLength,
    int repeat,
    boolean concurrent,
    Charset headerCharset,
    String signatureIs) {
  private static final Set<String> KNOWN =
      Set.of(
          "method",
          "path",
          "headers",
          "body_base64",
          "body_parts",
          "signature_is",
          "note",
          "sign",
          "transfer",
          "declared_length",
          "repeat",
          "concurrent",
          "header_charset");
  private static final int CHUNK = 8 * 1024;

  /** One field line. */
  record Header(String name, String value) {}

  static CaseRequest of(JsonNode node) {
    for (String member : node.propertyNames()) {
      if (!KNOWN.contains(member)) {
        throw new AssertionError("a request member the player does not know: " + member);
      }
    }
    List<Header> headers = new ArrayList<>();
    for (JsonNode pair : node.path("headers").values()) {
      headers.add(new Header(pair.path(0).asString(), pair.path(1).asString()));
    }
    return new CaseRequest(
        node.path("method").asString(),
        node.path("path").asString(),
        headers,
        body(node),
        node.path("transfer").asString("").equals("chunked"),
        node.path("declared_length").asInt(-1),
        node.path("repeat").asInt(1),
        node.path("concurrent").asBoolean(false),
        node.path("header_charset").asString("").equals("latin-1")
            ? StandardCharsets.ISO_8859_1
            : StandardCharsets.UTF_8,
        node.path("signature_is").asString());
  }

  private static byte[] body(JsonNode node) {
    if (node.has("body_base64")) {
      return Base64.getDecoder().decode(node.path("body_base64").asString());
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (JsonNode part : node.path("body_parts").values()) {
      byte[] piece = Base64.getDecoder().decode(part.path("base64").asString());
      for (int i = 0; i < part.path("times").asInt(1); i++) {
        body.writeBytes(piece);
      }
    }
    return body.toByteArray();
  }

  Optional<String> header(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .findFirst();
  }

  boolean isCutOff() {
    return declaredLength >= 0;
  }

  /** The whole message as it goes over the wire. */
  byte[] bytes() {
    return RawHttp.join(head(), chunked ? RawHttp.chunked(body, CHUNK) : body);
  }

  byte[] head() {
    StringBuilder head =
        new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    for (Header header : headers) {
      head.append(header.name()).append(": ").append(header.value()).append("\r\n");
    }
    if (chunked) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else {
      int length = isCutOff() ? declaredLength : body.length;
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(headerCharset);
  }
}
