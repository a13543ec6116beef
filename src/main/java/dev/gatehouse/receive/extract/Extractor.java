package dev.gatehouse.receive.extract;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A source's rules made ready once, for every request of it; shared by all threads.
 *
 * <p>Call it after verification only. One pass over the body reads everything that is asked for.
 */
public final class Extractor {
  /** The content type of a part. */
  public static final String PART_TYPE = "application/json";

  private static final Unpacking UNPACKING = Unpacking.upTo(1 << 20);

  private final EventSpec spec;
  private final List<EntityRule> rules;
  private final Coverage coverage;
  private final Unpacking unpacking;
  private final Wanted wanted;

  private Extractor(
      EventSpec spec, List<EntityRule> rules, Coverage coverage, Unpacking unpacking) {
    this.spec = spec;
    this.rules = List.copyOf(rules);
    this.coverage = coverage;
    this.unpacking = unpacking;
    this.wanted = Wanted.of(paths().toList());
  }

  /**
   * @param rules of the machines the source feeds, in the order of the file
   * @param coverage of the source's signature
   */
  public static Extractor of(EventSpec spec, List<EntityRule> rules, Coverage coverage) {
    return new Extractor(spec, rules, coverage, UNPACKING);
  }

  /** The same with other bounds for packed bodies. */
  public Extractor with(Unpacking other) {
    return new Extractor(spec, rules, coverage, other);
  }

  /**
   * Reads one request.
   *
   * @param query the raw query string without the question mark; null when there is none
   * @return never throws for anything a sender can send
   */
  public Extracted extract(Headers headers, @Nullable String query, RawBody body) {
    BodyReading reading =
        switch (unpacking.unpack(headers, body)) {
          case Unpacking.Result.Plain plain ->
              BodyReading.of(format(headers), wanted, headers, plain.body().bytes());
          case Unpacking.Result.Failed failed -> BodyReading.broken(wanted, failed.fault());
        };
    return read(new Places(headers, query, body::sha256, reading, reading, Places.ALONE));
  }

  /**
   * Reads one of the parts of a request.
   *
   * @param headers those of the request
   * @param number of the part, from 0
   */
  public Extracted extract(Headers headers, @Nullable String query, Parts parts, int number) {
    BodyReading reading = BodyReading.json(wanted, parts.each().get(number).bytes(), null);
    BodyReading around = parts.around() == null ? reading : parts.around();
    return read(new Places(headers, query, parts::requestSha256, reading, around, number));
  }

  private Extracted read(Places places) {
    return new FieldReader(places, coverage).read(spec, rules);
  }

  /**
   * The single events in a request of a source whose requests may hold several.
   *
   * @return never throws for anything a sender can send
   */
  public Parts parts(Headers headers, RawBody body) {
    if (spec.each() == null
        || !(unpacking.unpack(headers, body) instanceof Unpacking.Result.Plain plain)) {
      return Parts.WHOLE;
    }
    Document document =
        Document.of(BodyFormat.of(spec.bodyFormats(), headers), headers, plain.body().bytes());
    byte[] bytes = document.bytes();
    if (bytes == null || document.xml() || document.broken() != null) {
      return Parts.WHOLE;
    }
    Parts parts = JsonParts.of(spec.each(), bytes);
    return parts.each().isEmpty()
        ? parts
        : parts.of(BodyReading.json(wanted, bytes, document.form()), body);
  }

  /** The headers of a request as they fit one of its parts: plain JSON. */
  public static Headers partHeaders(Headers headers) {
    List<Headers.Field> fields = new ArrayList<>();
    for (Headers.Field field : headers.fields()) {
      if (!field.name().equalsIgnoreCase("Content-Type")
          && !field.name().equalsIgnoreCase("Content-Encoding")) {
        fields.add(field);
      }
    }
    fields.add(new Headers.Field("Content-Type", PART_TYPE));
    return new Headers(fields);
  }

  /** The body without its content coding, within the bounds of the source. */
  public Unpacking.Result unpack(Headers headers, RawBody body) {
    return unpacking.unpack(headers, body);
  }

  /** What guards and filters look at. */
  public sealed interface View {
    /** A JSON document, out of its wrapping. */
    record Json(RawBody document) implements View {}

    /** An urlencoded form; a multipart one is made into it. */
    record Form(RawBody form) implements View {}

    /** Nothing they could ask about. */
    record Opaque() implements View {}
  }

  /** The body as guards and filters see it. */
  public View view(Headers headers, RawBody body) {
    if (!(unpacking.unpack(headers, body) instanceof Unpacking.Result.Plain plain)) {
      return new View.Opaque();
    }
    BodyFormat format = format(headers);
    if (format instanceof BodyFormat.Form) {
      return new View.Form(plain.body());
    }
    Document document = Document.of(format, headers, plain.body().bytes());
    byte[] bytes = document.bytes();
    if (bytes != null && !document.xml()) {
      return new View.Json(new RawBody(bytes));
    }
    FormFields form = document.form();
    return form == null ? new View.Opaque() : new View.Form(new RawBody(form.urlencoded()));
  }

  /**
   * The headers that are read, with aliases. They must be kept with the event: a later run reads
   * them again.
   */
  public Set<String> headerNames() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    paths()
        .flatMap(path -> path.leaves().stream())
        .filter(FieldPath.Header.class::isInstance)
        .forEach(path -> names.addAll(((FieldPath.Header) path).name().all()));
    return names;
  }

  /** A part of a form is no form any more. */
  private BodyFormat format(Headers headers) {
    if (spec.each() != null
        && headers.first("Content-Type").map(MediaType::of).filter(MediaType::isJson).isPresent()) {
      return new BodyFormat.Json();
    }
    return BodyFormat.of(spec.bodyFormats(), headers);
  }

  private Stream<FieldPath> paths() {
    List<FieldPath> paths = new ArrayList<>();
    paths.addAll(spec.id());
    paths.addAll(spec.type());
    paths.addAll(spec.sequence());
    paths.addAll(spec.occurredAt());
    paths.addAll(spec.version());
    for (EntityRule rule : rules) {
      paths.addAll(rule.entity());
      paths.addAll(rule.sequence());
      paths.addAll(rule.occurredAt());
    }
    return paths.stream();
  }
}
