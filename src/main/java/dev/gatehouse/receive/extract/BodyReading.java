package dev.gatehouse.receive.extract;

import dev.gatehouse.event.RawBody;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the body gives for the paths of a source.
 *
 * @param values by slot of the tree
 * @param form the fields, when the body is a form
 * @param broken why the body cannot be read as what it should be; null when it can
 */
record BodyReading(
    PointerTree tree, Value[] values, @Nullable FormFields form, @Nullable String broken) {

  static BodyReading of(BodyFormat format, PointerTree tree, RawBody body) {
    return switch (format) {
      case BodyFormat.None none -> new BodyReading(tree, tree.empty(), null, null);
      case BodyFormat.Json json -> json(tree, body.bytes(), null);
      case BodyFormat.Form form -> {
        Optional<FormFields> fields = FormFields.parse(body.bytes());
        yield new BodyReading(
            tree, tree.empty(), fields.orElse(null), brokenForm(fields, body.length() == 0));
      }
      case BodyFormat.FormJson wrapped -> {
        FormFields fields = FormFields.parse(body.bytes()).orElse(null);
        List<byte[]> found = fields == null ? List.of() : fields.all(wrapped.field());
        yield found.size() == 1
            ? json(tree, found.getFirst(), fields)
            : new BodyReading(
                tree,
                tree.empty(),
                fields,
                "the body is not a form with one field " + wrapped.field());
      }
    };
  }

  /** The JSON document in a body, taken out of its form; empty when there is none. */
  static Optional<RawBody> document(BodyFormat format, RawBody body) {
    return switch (format) {
      case BodyFormat.Json json -> Optional.of(body);
      case BodyFormat.FormJson wrapped -> {
        List<byte[]> found =
            FormFields.parse(body.bytes()).map(f -> f.all(wrapped.field())).orElse(List.of());
        yield found.size() == 1 ? Optional.of(new RawBody(found.getFirst())) : Optional.empty();
      }
      case BodyFormat.Form form -> Optional.empty();
      case BodyFormat.None none -> Optional.empty();
    };
  }

  Value json(FieldPath.Json path) {
    return tree.value(path, values);
  }

  Value form(String field) {
    return form == null ? Value.ABSENT : form.value(field);
  }

  static BodyReading json(PointerTree tree, byte[] bytes, @Nullable FormFields form) {
    JsonScan.Reading reading = JsonScan.read(tree, bytes);
    return new BodyReading(tree, reading.values(), form, reading.broken());
  }

  private static @Nullable String brokenForm(Optional<FormFields> fields, boolean empty) {
    if (empty) {
      return "the body is empty";
    }
    return fields.isEmpty() ? "the body is not a form: a percent escape is broken" : null;
  }
}
