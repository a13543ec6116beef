package dev.gatehouse.receive.extract;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import dev.gatehouse.receive.signature.Coverage;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the fields of one request and gathers what is wrong with them. Used once. */
final class FieldReader {
  private final Places places;
  private final BodyReading reading;
  private final Coverage coverage;
  private final Faults faults = new Faults();
  private final Set<String> unsigned = new HashSet<>();

  FieldReader(Places places, Coverage coverage) {
    this.places = places;
    this.reading = places.reading();
    this.coverage = coverage;
  }

  /** A value and the place it was found at, or the first place it was looked for. */
  private record Found(Value value, FieldPath path) {}

  Extracted read(EventSpec spec, List<EntityRule> rules) {
    if (reading.fault() != null) {
      faults.add(reading.fault().code(), reading.fault().detail());
    }
    String id = id(spec.id());
    String type = type(spec.type());
    EntityRule rule = rule(rules, type);
    List<FieldPath> sequences =
        rule == null || rule.sequence().isEmpty() ? spec.sequence() : rule.sequence();
    List<FieldPath> times =
        rule == null || rule.occurredAt().isEmpty() ? spec.occurredAt() : rule.occurredAt();
    Long sequence = sequence(sequences);
    Instant occurredAt = occurredAt(times, spec.timeFormat());
    EntityRef entity = rule == null ? null : entity(rule, type);
    String version = find(spec.version()).flatMap(this::tolerated).orElse(null);
    return new Extracted(id, type, version, sequence, occurredAt, entity, faults.worst(), unsigned);
  }

  private @Nullable String id(List<FieldPath> paths) {
    Found found = find(paths).orElse(null);
    if (found == null) {
      faults.add(ErrorCode.MISSING_EVENT_ID, "the source does not say where the event id stands");
      return null;
    }
    if (!trusted(found.path)) {
      return null;
    }
    return switch (found.value) {
      case Value.Scalar scalar when !scalar.text().isBlank() ->
          text("id", found, own(found, scalar));
      case Value.Scalar blank -> missingId(found.path, "is blank");
      case Value.Absent absent -> missingId(found.path, "is missing or null");
      case Value.Unfit unfit -> missingId(found.path, "is not a text or a number");
      case Value.Twice twice -> twice(found.path);
    };
  }

  /** What names the request names its events only together with their place in it. */
  private String own(Found found, Value.Scalar id) {
    boolean ofRequest =
        places.part() != Places.ALONE
            && found.path.leaves().stream().noneMatch(FieldReader::isInBody);
    return ofRequest ? id.text() + "#" + places.part() : id.text();
  }

  private @Nullable String missingId(FieldPath path, String what) {
    faults.add(ErrorCode.MISSING_EVENT_ID, path + " " + what);
    return null;
  }

  private @Nullable String type(List<FieldPath> paths) {
    Found found = find(paths).orElse(null);
    if (found == null) {
      return null;
    }
    // Kept even from a broken body: it says what the dead letter is about and decides nothing.
    return switch (found.value) {
      case Value.Scalar scalar when !scalar.text().isBlank() -> text("type", found, scalar.text());
      case Value.Scalar blank -> invalid(found.path, "is blank");
      case Value.Absent absent -> invalid(found.path, "is missing or null");
      case Value.Unfit unfit -> invalid(found.path, "is not a text or a number");
      case Value.Twice twice -> twice(found.path);
    };
  }

  private @Nullable Long sequence(List<FieldPath> paths) {
    Found found = find(paths).orElse(null);
    if (found == null || !trusted(found.path)) {
      return null;
    }
    return switch (found.value) {
      case Value.Scalar scalar -> {
        Long number = WholeNumber.parse(scalar.text()).orElse(null);
        if (number == null) {
          invalid(found.path, "is not a whole number of 64 bits");
        } else {
          note("sequence", found.path);
        }
        yield number;
      }
      case Value.Absent absent -> null;
      case Value.Unfit unfit -> {
        invalid(found.path, "is not a whole number of 64 bits");
        yield null;
      }
      case Value.Twice twice -> {
        twice(found.path);
        yield null;
      }
    };
  }

  private @Nullable Instant occurredAt(List<FieldPath> paths, TimeFormat format) {
    Found found = find(paths).orElse(null);
    if (found == null || !trusted(found.path)) {
      return null;
    }
    return switch (found.value) {
      case Value.Scalar scalar -> {
        Instant at = format.read(scalar.text()).orElse(null);
        if (at == null) {
          invalid(found.path, "is not a time of the expected format");
        } else {
          note("occurred_at", found.path);
        }
        yield at;
      }
      case Value.Absent absent -> null;
      case Value.Unfit unfit -> {
        invalid(found.path, "is not a time of the expected format");
        yield null;
      }
      case Value.Twice twice -> {
        twice(found.path);
        yield null;
      }
    };
  }

  /** The machine that has a move for the type, else the one that looks after the rest. */
  private static @Nullable EntityRule rule(List<EntityRule> rules, @Nullable String type) {
    EntityRule rest = null;
    for (EntityRule rule : rules) {
      if (rule.wants(type)) {
        return rule;
      }
      rest = rest == null && rule.unmatched() ? rule : rest;
    }
    return rest;
  }

  private @Nullable EntityRef entity(EntityRule rule, @Nullable String type) {
    Found found = find(rule.entity()).orElseThrow();
    if (!trusted(found.path)) {
      return null;
    }
    boolean needed = rule.wants(type);
    if (!needed) {
      return found.value instanceof Value.Scalar scalar
              && !scalar.text().isBlank()
              && Texts.problem(scalar.text()).isEmpty()
          ? entity(rule, found.path, scalar.text())
          : null;
    }
    String key =
        switch (found.value) {
          case Value.Scalar scalar when !scalar.text().isBlank() ->
              text("entity", found, scalar.text());
          case Value.Scalar blank -> invalid(found.path, "is blank");
          case Value.Absent absent -> invalid(found.path, "is missing or null");
          case Value.Unfit unfit -> invalid(found.path, "is not a text or a number");
          case Value.Twice twice -> twice(found.path);
        };
    return key == null ? null : entity(rule, found.path, key);
  }

  private EntityRef entity(EntityRule rule, FieldPath path, String key) {
    note("entity", path);
    return new EntityRef(rule.machine(), key);
  }

  /** A text that identifies: bounded, storable, well-formed. */
  private @Nullable String text(String field, Found found, String text) {
    Optional<Fault> problem = Texts.problem(text);
    if (problem.isPresent()) {
      faults.add(problem.get().code(), found.path + " " + problem.get().detail());
      return null;
    }
    note(field, found.path);
    return text;
  }

  private Optional<String> tolerated(Found found) {
    return trusted(found.path)
            && found.value instanceof Value.Scalar scalar
            && Texts.problem(scalar.text()).isEmpty()
        ? Optional.of(scalar.text())
        : Optional.empty();
  }

  private @Nullable String invalid(FieldPath path, String what) {
    faults.add(ErrorCode.INVALID_FIELD, path + " " + what);
    return null;
  }

  private @Nullable String twice(FieldPath path) {
    faults.add(ErrorCode.AMBIGUOUS_JSON, path + " stands more than once");
    return null;
  }

  private void note(String field, FieldPath path) {
    if (!path.leaves().stream().allMatch(this::isSigned)) {
      unsigned.add(field);
    }
  }

  private boolean isSigned(FieldPath path) {
    return switch (path) {
      case FieldPath.Header header -> coverage.covers(header.name());
      case FieldPath.Query inQuery -> coverage.url();
      case FieldPath.Json json -> coverage.body();
      case FieldPath.Around around -> coverage.body();
      case FieldPath.Form form -> coverage.body();
      case FieldPath.Xml xml -> coverage.body();
      case FieldPath.BodyDigest digest -> coverage.body();
      case FieldPath.Joined joined -> joined.parts().stream().allMatch(this::isSigned);
    };
  }

  /** Nothing that was read from a broken body may decide anything. */
  private boolean trusted(FieldPath path) {
    return reading.fault() == null || path.leaves().stream().noneMatch(FieldReader::isInBody);
  }

  private static boolean isInBody(FieldPath path) {
    return path instanceof FieldPath.Json
        || path instanceof FieldPath.Form
        || path instanceof FieldPath.Xml;
  }

  private Optional<Found> find(List<FieldPath> paths) {
    Found first = null;
    for (FieldPath path : paths) {
      Found found = new Found(places.at(path), path);
      if (!(found.value instanceof Value.Absent)) {
        return Optional.of(found);
      }
      first = first == null ? found : first;
    }
    return Optional.ofNullable(first);
  }
}
