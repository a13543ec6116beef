package dev.gatehouse.receive.extract;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks up a few places of a request that need not be an event, with the strictness of the {@link
 * Extractor}: what stands twice, or in a body that is not sound, is not there.
 */
public final class RequestProbe {
  private final Wanted wanted;
  private final boolean readsJson;
  private final boolean readsForm;

  private RequestProbe(List<FieldPath> paths) {
    this.wanted = Wanted.of(paths);
    List<FieldPath> leaves = paths.stream().flatMap(path -> path.leaves().stream()).toList();
    this.readsJson = leaves.stream().anyMatch(FieldPath.Json.class::isInstance);
    this.readsForm = leaves.stream().anyMatch(FieldPath.Form.class::isInstance);
  }

  /** Makes ready for these places; others are absent. */
  public static RequestProbe of(List<FieldPath> paths) {
    return new RequestProbe(paths);
  }

  /** What was found in one request. */
  public static final class Found {
    private final Places places;

    private Found(Places places) {
      this.places = places;
    }

    /** The text or number at a place; empty also when it is blank or cannot be relied upon. */
    public Optional<String> text(FieldPath path) {
      return isSound(path)
              && places.at(path) instanceof Value.Scalar scalar
              && !scalar.text().isEmpty()
          ? Optional.of(scalar.text())
          : Optional.empty();
    }

    /** True when nothing at all stands there, in a body that could be read. */
    public boolean isAbsent(FieldPath path) {
      return isSound(path) && places.at(path) instanceof Value.Absent;
    }

    /** True for a JSON array without elements. */
    public boolean isEmptyList(FieldPath path) {
      return isSound(path) && places.at(path) instanceof Value.Unfit unfit && unfit.emptyList();
    }

    private boolean isSound(FieldPath path) {
      return places.reading().fault() == null
          || path.leaves().stream().noneMatch(FieldPath.Json.class::isInstance);
    }
  }

  /**
   * Reads one request; never throws for anything a sender can send.
   *
   * @param query the raw query string without the question mark; null when there is none
   */
  public Found read(Headers headers, @Nullable String query, RawBody body) {
    FormFields form = readsForm ? FormFields.parse(body.bytes()).orElse(null) : null;
    BodyReading reading =
        readsJson
            ? BodyReading.json(wanted, body.bytes(), form)
            : new BodyReading(wanted, wanted.tree().empty(), XmlScan.Reading.NOTHING, form, null);
    return new Found(new Places(headers, query, body::sha256, reading, reading, Places.ALONE));
  }
}
