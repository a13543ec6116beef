package dev.gatehouse.receive.signature;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The signed text of one request, in pieces, so that the body is hashed where it lies. */
sealed interface SignedText {
  record Pieces(List<byte[]> bytes) implements SignedText {}

  /** The request lacks a part. */
  record Impossible(Verification.Refused why) implements SignedText {}

  /**
   * What a text may be made of besides the request.
   *
   * @param timestamp its text as received
   * @param elements of the signature header
   * @param item the batch item at hand
   */
  record Sources(
      RequestParts parts,
      String timestamp,
      List<String> elements,
      @Nullable JsonTree item,
      @Nullable Secret secret) {}

  /** Fills the template from a request; {@code timestamp} is its text as received. */
  static SignedText of(Template template, SignedRequest request, String timestamp) {
    return of(template, new Sources(new RequestParts(request), timestamp, List.of(), null, null));
  }

  static SignedText of(Template template, Sources sources) {
    List<byte[]> pieces = new ArrayList<>(template.parts().size());
    for (Template.Part part : template.parts()) {
      switch (part(part, sources)) {
        case Pieces more -> pieces.addAll(more.bytes);
        case Impossible impossible -> {
          return impossible;
        }
      }
    }
    return new Pieces(pieces);
  }

  private static SignedText part(Template.Part part, Sources from) {
    SignedRequest request = from.parts.request();
    return switch (part) {
      case Template.Part.Literal literal -> piece(literal.text());
      case Template.Part.Body body -> new Pieces(List.of(request.body().bytes()));
      case Template.Part.Timestamp ts -> new Pieces(List.of(headerBytes(from.timestamp)));
      case Template.Part.Method method -> piece(request.method());
      case Template.Part.Url url -> piece(request.url());
      case Template.Part.Path path -> piece(UrlText.path(request.url()));
      case Template.Part.UrlPiece url -> piece(UrlText.piece(url.piece(), request.url()));
      case Template.Part.Header header ->
          switch (header.name().read(request.headers())) {
            case HeaderName.Reading.Single single ->
                new Pieces(List.of(headerBytes(single.value())));
            case HeaderName.Reading.Absent absent ->
                new Impossible(Refusals.missing(header.name()));
            case HeaderName.Reading.Repeated repeated ->
                new Impossible(Refusals.repeated(header.name()));
          };
      case Template.Part.Value value -> value(value.place(), from);
      case Template.Part.ValueOrNothing value ->
          from.parts.read(value.place(), from.item) instanceof HeaderName.Reading.Absent
              ? piece("")
              : value(value.place(), from);
      case Template.Part.Element element -> element(element.prefix(), from);
      case Template.Part.SecretText secret ->
          from.secret == null
              ? impossible(RefusalReason.UNSUPPORTED, "this rule signs no secret")
              : piece(from.secret.value());
      case Template.Part.Configured configured ->
          impossible(RefusalReason.UNSUPPORTED, "the source has no value for " + configured.name());
      case Template.Part.Listing listing -> {
        String text = listing.list().text(from.parts);
        yield text == null
            ? impossible(RefusalReason.MALFORMED, "there are no such parameters to read")
            : piece(text);
      }
      case Template.Part.Filtered filtered -> filtered(filtered, from);
      case Template.Part.Check check -> check(check, from);
      case Template.Part.Group group -> group(group, from);
    };
  }

  private static SignedText value(Place place, Sources from) {
    boolean latin = place instanceof Place.Header;
    return switch (from.parts.read(place, from.item)) {
      case HeaderName.Reading.Single single ->
          latin ? new Pieces(List.of(headerBytes(single.value()))) : piece(single.value());
      case HeaderName.Reading.Absent absent -> new Impossible(Refusals.missing(place));
      case HeaderName.Reading.Repeated repeated -> new Impossible(Refusals.repeated(place));
    };
  }

  private static SignedText element(String prefix, Sources from) {
    List<String> found =
        from.elements.stream().filter(element -> element.startsWith(prefix)).toList();
    return found.size() == 1
        ? piece(found.getFirst().substring(prefix.length()))
        : impossible(RefusalReason.MALFORMED, "the signature has no single element " + prefix);
  }

  private static SignedText filtered(Template.Part.Filtered filtered, Sources from) {
    return switch (part(filtered.inner(), from)) {
      case Impossible impossible -> impossible;
      case Pieces pieces -> {
        byte[] bytes = joined(pieces.bytes);
        for (Filter filter : filtered.filters()) {
          bytes = filter.apply(bytes);
        }
        yield new Pieces(List.of(bytes));
      }
    };
  }

  private static SignedText check(Template.Part.Check check, Sources from) {
    SignedText given = value(check.place(), from);
    SignedText expected = part(check.expected(), from);
    if (given instanceof Pieces one && expected instanceof Pieces other) {
      return MessageDigest.isEqual(joined(one.bytes), joined(other.bytes))
          ? new Pieces(List.of())
          : impossible(
              RefusalReason.MISMATCH, check.place().describe() + " is not what it has to be");
    }
    return given instanceof Impossible ? given : expected;
  }

  private static SignedText group(Template.Part.Group group, Sources from) {
    List<byte[]> texts = new ArrayList<>();
    boolean maybe = group.how() == Template.Part.Group.How.MAYBE;
    boolean holds = false;
    for (Template.Part part : group.parts()) {
      switch (part(part, from)) {
        case Pieces pieces -> {
          byte[] text = joined(pieces.bytes);
          texts.add(text);
          holds |= text.length > 0 && !(part instanceof Template.Part.Literal);
        }
        case Impossible impossible -> {
          boolean absent = impossible.why.reason() == RefusalReason.MISSING_HEADER;
          return maybe && absent ? new Pieces(List.of()) : impossible;
        }
      }
    }
    return switch (group.how()) {
      case MAYBE -> new Pieces(holds ? texts : List.of());
      case SORTED -> new Pieces(texts.stream().sorted(Arrays::compareUnsigned).toList());
      case JOINED -> {
        List<byte[]> joined = new ArrayList<>();
        for (byte[] text : texts) {
          if (text.length > 0) {
            if (!joined.isEmpty()) {
              joined.add(utf8(group.joiner()));
            }
            joined.add(text);
          }
        }
        yield new Pieces(joined);
      }
    };
  }

  static byte[] joined(List<byte[]> pieces) {
    if (pieces.size() == 1) {
      return pieces.getFirst();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    pieces.forEach(out::writeBytes);
    return out.toByteArray();
  }

  /** Header text is kept as ISO-8859-1, so this gives back the bytes that were sent. */
  static byte[] headerBytes(String value) {
    return value.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Pieces piece(String text) {
    return new Pieces(List.of(utf8(text)));
  }

  private static Impossible impossible(RefusalReason reason, String detail) {
    return new Impossible(Refusals.refused(reason, detail));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
