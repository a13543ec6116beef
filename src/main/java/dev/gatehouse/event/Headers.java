package dev.gatehouse.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Header fields in the order they arrived, repeats kept; names compare without regard to case. */
public record Headers(List<Field> fields) {
  /** No fields at all. */
  public static final Headers NONE = new Headers(List.of());

  /** One field line; the value is kept as it came, ISO-8859-1 for bytes above 127. */
  public record Field(String name, String value) {}

  public Headers {
    fields = List.copyOf(fields);
  }

  /** Builds from name, value, name, value, …; for tests and samples. */
  public static Headers of(String... namesAndValues) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.add(new Field(namesAndValues[i], namesAndValues[i + 1]));
    }
    return new Headers(fields);
  }

  /** The first value of that name. */
  public Optional<String> first(String name) {
    for (Field field : fields) {
      if (field.name.equalsIgnoreCase(name)) {
        return Optional.of(field.value);
      }
    }
    return Optional.empty();
  }

  /** Every value of that name, in order. */
  public List<String> all(String name) {
    List<String> values = new ArrayList<>();
    for (Field field : fields) {
      if (field.name.equalsIgnoreCase(name)) {
        values.add(field.value);
      }
    }
    return values;
  }

  /** Values may hold secrets and personal data: only the names are printed. */
  @Override
  public String toString() {
    return fields.stream().map(Field::name).toList().toString();
  }
}
