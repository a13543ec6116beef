package dev.gatehouse.receive.extract;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What the body gives for the places of a source.
 *
 * @param values by slot of the tree
 * @param form the fields, when the body is a form
 * @param fault why the body cannot be read as what it should be; null when it can
 */
record BodyReading(
    Wanted wanted,
    Value[] values,
    XmlScan.Reading xml,
    @Nullable FormFields form,
    @Nullable Fault fault) {

  /** Reads a body that is not packed. */
  static BodyReading of(BodyFormat format, Wanted wanted, Headers headers, byte[] body) {
    Document document = Document.of(format, headers, body);
    if (document.broken() != null || document.bytes() == null) {
      return new BodyReading(
          wanted,
          wanted.tree().empty(),
          XmlScan.Reading.NOTHING,
          document.form(),
          fault(document.broken()));
    }
    return document.xml()
        ? xml(wanted, document.bytes(), document.form())
        : json(wanted, document.bytes(), document.form());
  }

  /** A body of which nothing could be read. */
  static BodyReading broken(Wanted wanted, Fault fault) {
    return new BodyReading(wanted, wanted.tree().empty(), XmlScan.Reading.NOTHING, null, fault);
  }

  static BodyReading json(Wanted wanted, byte[] bytes, @Nullable FormFields form) {
    JsonScan.Reading reading = JsonScan.read(wanted.tree(), bytes);
    return new BodyReading(
        wanted, reading.values(), XmlScan.Reading.NOTHING, form, fault(reading.broken()));
  }

  private static BodyReading xml(Wanted wanted, byte[] bytes, @Nullable FormFields form) {
    XmlScan.Reading reading = XmlScan.read(wanted.xml(), bytes);
    return new BodyReading(wanted, wanted.tree().empty(), reading, form, fault(reading.broken()));
  }

  Value json(FieldPath.Json path) {
    return wanted.tree().value(path, values);
  }

  Value xml(FieldPath.Xml path) {
    return xml.values().getOrDefault(path, Value.ABSENT);
  }

  Value form(String field) {
    return form == null ? Value.ABSENT : form.value(field);
  }

  private static @Nullable Fault fault(@Nullable String broken) {
    return broken == null ? null : new Fault(ErrorCode.UNPARSEABLE_BODY, broken);
  }
}
