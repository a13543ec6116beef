package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The signed text of one request, in pieces, so that the body is hashed where it lies. */
sealed interface SignedText {
  record Pieces(List<byte[]> bytes) implements SignedText {}

  /** The request lacks a part. */
  record Impossible(Verification.Refused why) implements SignedText {}

  /** Fills the template from a request; {@code timestamp} is its text as received. */
  static SignedText of(Template template, SignedRequest request, String timestamp) {
    List<byte[]> pieces = new ArrayList<>(template.parts().size());
    for (Template.Part part : template.parts()) {
      switch (part) {
        case Template.Part.Literal literal -> pieces.add(utf8(literal.text()));
        case Template.Part.Body body -> pieces.add(request.body().bytes());
        case Template.Part.Timestamp ts -> pieces.add(headerBytes(timestamp));
        case Template.Part.Method method -> pieces.add(utf8(request.method()));
        case Template.Part.Url url -> pieces.add(utf8(request.url()));
        case Template.Part.Path path -> pieces.add(utf8(path(request.url())));
        case Template.Part.Header header -> {
          switch (header.name().read(request.headers())) {
            case HeaderName.Reading.Single single -> pieces.add(headerBytes(single.value()));
            case HeaderName.Reading.Absent absent -> {
              return new Impossible(Refusals.missing(header.name()));
            }
            case HeaderName.Reading.Repeated repeated -> {
              return new Impossible(Refusals.repeated(header.name()));
            }
          }
        }
      }
    }
    return new Pieces(pieces);
  }

  /** Header text is kept as ISO-8859-1, so this gives back the bytes that were sent. */
  static byte[] headerBytes(String value) {
    return value.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** By hand: the query comes from the sender and need not be one that {@code URI} takes. */
  private static String path(String url) {
    int query = url.indexOf('?');
    String whole = query < 0 ? url : url.substring(0, query);
    int host = whole.indexOf("://");
    int slash = whole.indexOf('/', host < 0 ? 0 : host + 3);
    return slash < 0 ? "" : whole.substring(slash);
  }
}
