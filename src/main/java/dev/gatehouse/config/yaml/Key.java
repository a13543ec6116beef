package dev.gatehouse.config.yaml;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table of keys: what the reader knows, what the schema says, what is taken when the
 * key is not there.
 *
 * @param byDefault as it would be written in the file; null: nothing is taken
 * @param secret never shown, not even in mistakes
 */
public record Key(
    String name,
    Kind kind,
    String about,
    boolean mandatory,
    @Nullable String byDefault,
    boolean secret) {

  public static Key of(String name, Kind kind, String about) {
    return new Key(name, kind, about, false, null, false);
  }

  /** Its absence is a mistake. */
  public Key required() {
    return new Key(name, kind, about, true, byDefault, secret);
  }

  public Key hidden() {
    return new Key(name, kind, about, mandatory, byDefault, true);
  }

  public Key byDefault(String text) {
    return new Key(name, kind, about, mandatory, text, secret);
  }

  public Key byDefault(long number) {
    return byDefault(Long.toString(number));
  }

  public Key byDefault(boolean flag) {
    return byDefault(Boolean.toString(flag));
  }

  public Key byDefault(Duration span) {
    return byDefault(Span.write(span));
  }

  public Key byDefault(ByteSize size) {
    return byDefault(size.toString());
  }
}
