package dev.gatehouse.receive.extract;

import dev.gatehouse.event.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The document in a body, out of its wrapping.
 *
 * @param bytes null when there is none
 * @param xml false for JSON
 * @param form the fields around it, or that are the body
 * @param broken why the body is not what it should be; null when it is
 */
record Document(
    byte @Nullable [] bytes, boolean xml, @Nullable FormFields form, @Nullable String broken) {
  private static final String CLOUD_EVENT = "application/cloudevents";

  static Document of(BodyFormat format, Headers headers, byte[] body) {
    return switch (format) {
      case BodyFormat.None none -> nothing(null);
      case BodyFormat.Text text ->
          nothing(Utf8.isSound(body) ? null : "the body is not UTF-8 text, or holds a NUL byte");
      case BodyFormat.Json json -> json(body);
      case BodyFormat.Xml xml -> new Document(body, true, null, null);
      case BodyFormat.CloudEvents event -> cloudEvent(headers, body);
      case BodyFormat.Jwt jwt -> token(body);
      case BodyFormat.Form form -> form(FormFields.parse(body), body, "a percent escape is broken");
      case BodyFormat.Multipart multipart ->
          form(fields(true, headers, body), body, "its parts cannot be told apart");
      case BodyFormat.Wrapped wrapped ->
          wrapped(wrapped, fields(wrapped.multipart(), headers, body).orElse(null));
    };
  }

  private static Document nothing(@Nullable String broken) {
    return new Document(null, false, null, broken);
  }

  private static Document json(byte[] bytes) {
    return new Document(bytes, false, null, null);
  }

  private static Optional<FormFields> fields(boolean multipart, Headers headers, byte[] body) {
    return multipart
        ? MultipartFields.parse(body, headers.first("Content-Type").orElse(""))
        : FormFields.parse(body);
  }

  private static Document form(Optional<FormFields> fields, byte[] body, String wrong) {
    if (body.length == 0) {
      return nothing("the body is empty");
    }
    return fields
        .map(found -> new Document(null, false, found, null))
        .orElseGet(() -> nothing("the body is not a form: " + wrong));
  }

  private static Document wrapped(BodyFormat.Wrapped wrapped, @Nullable FormFields fields) {
    List<byte[]> found = fields == null ? List.of() : fields.all(wrapped.field());
    if (found.size() != 1) {
      return new Document(
          null, false, fields, "the body is not a form with one field " + wrapped.field());
    }
    if (!wrapped.base64()) {
      return new Document(found.getFirst(), wrapped.xml(), fields, null);
    }
    return base64(found.getFirst())
        .map(bytes -> new Document(bytes, wrapped.xml(), fields, null))
        .orElseGet(
            () -> new Document(null, false, fields, wrapped.field() + " does not hold base64"));
  }

  /** Section 3.1.3 (binary: attributes are headers) and 3.2 (structured) of the HTTP binding. */
  private static Document cloudEvent(Headers headers, byte[] body) {
    String media = headers.first("Content-Type").map(MediaType::of).orElse("");
    if (media.startsWith(CLOUD_EVENT)) {
      return media.endsWith("+json")
          ? json(body)
          : nothing("the body is a CloudEvent in a format other than JSON");
    }
    boolean binary =
        headers.first("ce-id").isPresent() && headers.first("ce-specversion").isPresent();
    if (!binary) {
      return nothing("the request is no CloudEvent, neither in its headers nor in its body");
    }
    return body.length > 0 && MediaType.isJson(media) ? json(body) : nothing(null);
  }

  private static Document token(byte[] body) {
    return held(body).map(Document::json).orElseGet(() -> nothing("the body is no signed token"));
  }

  /**
   * What a compact token holds (RFC 7515, section 7.1). Who calls this has checked its signature,
   * or that of what is around it.
   */
  static Optional<byte[]> held(byte[] token) {
    String[] parts = new String(token, StandardCharsets.ISO_8859_1).strip().split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      return Optional.of(Base64.getUrlDecoder().decode(parts[1]));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** With or without line ends, as base64 comes in forms. */
  static Optional<byte[]> base64(byte[] text) {
    try {
      return Optional.of(Base64.getMimeDecoder().decode(text)).filter(bytes -> isBase64(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The JDK's lenient reader passes over whatever is none. */
  private static boolean isBase64(byte[] text) {
    for (byte b : text) {
      boolean digit =
          b >= 'A' && b <= 'Z'
              || b >= 'a' && b <= 'z'
              || b >= '0' && b <= '9'
              || b == '+'
              || b == '/'
              || b == '='
              || b == '\r'
              || b == '\n';
      if (!digit) {
        return false;
      }
    }
    return true;
  }
}
