package dev.gatehouse.receive.extract;

import dev.gatehouse.event.Headers;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What stands at the places of one request.
 *
 * @param query the raw query string without the question mark; null when there is none
 * @param sha256 of the request's body
 * @param around what the request says around this event; the same reading when it is the only one
 * @param part which of the events of a request this is, from 0; {@link #ALONE} when it is the only
 *     one
 */
record Places(
    Headers headers,
    @Nullable String query,
    Supplier<byte[]> sha256,
    BodyReading reading,
    BodyReading around,
    int part) {
  /** For a request that is one event. */
  static final int ALONE = -1;

  Value at(FieldPath path) {
    return switch (path) {
      case FieldPath.Json json -> reading.json(json);
      case FieldPath.Around json -> around.json(json.path());
      case FieldPath.Form form -> reading.form(form.field());
      case FieldPath.Xml xml -> reading.xml(xml);
      case FieldPath.BodyDigest digest ->
          Value.text("sha256:" + HexFormat.of().formatHex(sha256.get()));
      case FieldPath.Query inQuery -> query(inQuery.name());
      case FieldPath.Header header -> header(header);
      case FieldPath.Joined joined -> joined(joined);
    };
  }

  private Value joined(FieldPath.Joined path) {
    StringBuilder text = new StringBuilder();
    for (FieldPath part : path.parts()) {
      Value value = at(part);
      if (!(value instanceof Value.Scalar scalar)) {
        return value;
      }
      if (scalar.text().isBlank()) {
        return Value.ABSENT;
      }
      text.append(text.isEmpty() ? "" : ".").append(scalar.text());
    }
    return Value.text(text.toString());
  }

  private Value query(String name) {
    return query == null
        ? Value.ABSENT
        : FormFields.parse(query.getBytes(StandardCharsets.UTF_8))
            .map(fields -> fields.value(name))
            .orElse(Value.UNFIT);
  }

  /** A repeat with the same value is one value; different ones cannot be told apart. */
  private Value header(FieldPath.Header path) {
    String value = null;
    for (Headers.Field field : headers.fields()) {
      if (path.name().matches(field.name())) {
        if (value != null && !value.equals(field.value())) {
          return Value.TWICE;
        }
        value = field.value();
      }
    }
    return value == null ? Value.ABSENT : Value.text(value);
  }
}
