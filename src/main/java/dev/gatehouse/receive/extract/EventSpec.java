package dev.gatehouse.receive.extract;

import dev.gatehouse.receive.signature.SpecMistake;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a source's requests say what they are. Each field is a list of places, the first that is
 * there counts; an empty list means that the provider does not say.
 *
 * @param id what makes two requests one event
 * @param type what happened; when places are given, a request without a type is faulty
 * @param sequence the provider's own order within an entity, a whole number
 * @param occurredAt when it happened
 * @param version of the payload's shape; read tolerantly, never a fault
 * @param timeFormat how {@code occurredAt} is written
 * @param each where the single events stand when a request holds several; the other places are then
 *     looked for in each of them
 * @param bodyFormats one, or several that differ in their content type (see {@link
 *     BodyFormat#parseAll})
 */
public record EventSpec(
    List<FieldPath> id,
    List<FieldPath> type,
    List<FieldPath> sequence,
    List<FieldPath> occurredAt,
    List<FieldPath> version,
    TimeFormat timeFormat,
    List<BodyFormat> bodyFormats,
    @Nullable EachPath each) {
  public EventSpec {
    id = List.copyOf(id);
    type = List.copyOf(type);
    sequence = List.copyOf(sequence);
    occurredAt = List.copyOf(occurredAt);
    version = List.copyOf(version);
    bodyFormats = List.copyOf(bodyFormats);
    if (bodyFormats.isEmpty()) {
      throw new SpecMistake("a source has a body format");
    }
    if (each != null && bodyFormats.stream().noneMatch(BodyFormat::holdsJson)) {
      throw new SpecMistake("single events stand in JSON, and the body is not: body_format");
    }
    for (List<FieldPath> paths : List.of(type, sequence, occurredAt, version)) {
      if (paths.contains(new FieldPath.BodyDigest())) {
        throw new SpecMistake("only an id can be the digest of the body");
      }
    }
    for (List<FieldPath> paths : List.of(id, type, sequence, occurredAt, version)) {
      if (each == null
          && paths.stream()
              .flatMap(path -> path.leaves().stream())
              .anyMatch(FieldPath.Around.class::isInstance)) {
        throw new SpecMistake("request: is beside the list of events, and there is none: each");
      }
      mistakeIn(paths, bodyFormats)
          .ifPresent(
              mistake -> {
                throw new SpecMistake(mistake);
              });
    }
  }

  /** A source whose requests are one event each. */
  public EventSpec(
      List<FieldPath> id,
      List<FieldPath> type,
      List<FieldPath> sequence,
      List<FieldPath> occurredAt,
      List<FieldPath> version,
      TimeFormat timeFormat,
      List<BodyFormat> bodyFormats) {
    this(id, type, sequence, occurredAt, version, timeFormat, bodyFormats, null);
  }

  /** What is wrong with places that a machine reads from requests of this source. */
  public Optional<String> mistakeIn(List<FieldPath> paths) {
    return mistakeIn(paths, bodyFormats);
  }

  private static Optional<String> mistakeIn(List<FieldPath> paths, List<BodyFormat> formats) {
    boolean json = formats.stream().anyMatch(BodyFormat::holdsJson);
    boolean form = formats.stream().anyMatch(each -> each.isForm() || each.isMultipart());
    boolean xml = formats.stream().anyMatch(BodyFormat::holdsXml);
    for (FieldPath path : paths.stream().flatMap(each -> each.leaves().stream()).toList()) {
      if (path instanceof FieldPath.Json && !json) {
        return Optional.of("a json: path finds nothing, for the body is not JSON: body_format");
      }
      if (path instanceof FieldPath.Form && !form) {
        return Optional.of("a form: path finds nothing, for the body is not a form: body_format");
      }
      if (path instanceof FieldPath.Xml && !xml) {
        return Optional.of("an xml: path finds nothing, for the body is not XML: body_format");
      }
    }
    return Optional.empty();
  }

  /** A JSON source with id and type, for tests and samples. */
  public static EventSpec json(String id, String type) {
    return new EventSpec(
        List.of(FieldPath.parse(id)),
        List.of(FieldPath.parse(type)),
        List.of(),
        List.of(),
        List.of(),
        TimeFormat.AUTO,
        List.of(new BodyFormat.Json()));
  }
}
