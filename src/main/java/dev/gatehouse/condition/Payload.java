package dev.gatehouse.condition;

import dev.gatehouse.event.RawBody;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The body of one event as conditions see it, read at most once and only when asked for.
 *
 * <p>Reading is tolerant: unknown fields, any top-level value, any encoding JSON allows. It is not
 * lenient: text that is no JSON, a second document, nesting beyond {@link PayloadReader#MAX_DEPTH}
 * make {@code body} unusable, and asking for it is {@link ConditionFailed}. Meant for one thread.
 */
public final class Payload {
  private final Supplier<Object> reader;
  private @Nullable Object value;
  private @Nullable ConditionFailed failure;

  private Payload(Supplier<Object> reader) {
    this.reader = reader;
  }

  /** A body that is one JSON value. */
  public static Payload json(RawBody body) {
    return new Payload(() -> PayloadReader.json(body.bytes()));
  }

  /** A body that is {@code application/x-www-form-urlencoded}: a map of field to text. */
  public static Payload form(RawBody body) {
    return new Payload(() -> PayloadReader.form(body.bytes()));
  }

  /** A body that is nothing a condition could ask about. */
  public static Payload opaque() {
    return new Payload(
        () -> {
          throw new ConditionFailed("bodies of this source are not read");
        });
  }

  /** JSON inside one field of a form. */
  public static Payload formJson(RawBody body, String field) {
    return new Payload(() -> PayloadReader.formJson(body.bytes(), field));
  }

  /**
   * Maps, lists, {@code String}, {@code Boolean}, {@code Long}, {@code Double} or CEL's null. Whole
   * numbers beyond 64 bits and all others are the nearest double, so they still compare the right
   * way.
   *
   * @throws ConditionFailed when the body cannot be read
   */
  Object value() {
    if (failure != null) {
      throw failure;
    }
    Object known = value;
    if (known == null) {
      try {
        known = reader.get();
      } catch (ConditionFailed e) {
        failure = e;
        throw e;
      }
      value = known;
    }
    return known;
  }
}
