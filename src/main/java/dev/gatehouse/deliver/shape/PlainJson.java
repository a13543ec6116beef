package dev.gatehouse.deliver.shape;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes maps, lists, texts, numbers and flags as JSON, up to a size. Anything else a program may
 * make (a function, say) is refused rather than written somehow.
 */
final class PlainJson {
  private static final int MAX_DEPTH = 200;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private PlainJson() {}

  /** Why something cannot be written; a small number of texts. */
  static final class Unwritable extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String why;

    Unwritable(String why) {
      super(why, null, false, false);
      this.why = why;
    }

    String why() {
      return why;
    }
  }

  /**
   * @throws Unwritable when it is too large, too deep or no JSON
   */
  static byte[] write(Object value, int maxBytes) {
    Bounded out = new Bounded(maxBytes);
    try (JsonGenerator to = JSON.createGenerator((OutputStream) out)) {
      write(to, value, 0);
    } catch (JacksonException e) {
      throw new Unwritable("is no JSON");
    }
    return out.bytes.toByteArray();
  }

  private static void write(JsonGenerator to, @Nullable Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new Unwritable("is nested too deep");
    }
    switch (value) {
      case null -> to.writeNull();
      case String text -> to.writeString(text);
      case Boolean flag -> to.writeBoolean(flag);
      case Integer number -> to.writeNumber(number);
      case Long number -> to.writeNumber(number);
      case BigInteger number -> to.writeNumber(number);
      case BigDecimal number -> to.writeNumber(number);
      case Number number -> number(to, number.doubleValue());
      case Map<?, ?> map -> {
        to.writeStartObject();
        map.forEach(
            (name, each) -> {
              to.writeName(String.valueOf(name));
              write(to, each, depth + 1);
            });
        to.writeEndObject();
      }
      case Iterable<?> list -> {
        to.writeStartArray();
        list.forEach(each -> write(to, each, depth + 1));
        to.writeEndArray();
      }
      default -> throw new Unwritable("holds something that is no JSON");
    }
  }

  /** Whole numbers without the fraction that computing gave them. */
  private static void number(JsonGenerator to, double number) {
    if (!Double.isFinite(number)) {
      throw new Unwritable("holds a number that is none");
    }
    if (number == Math.rint(number) && Math.abs(number) < 1L << 53) {
      to.writeNumber((long) number);
    } else {
      to.writeNumber(number);
    }
  }

  /** Takes so many bytes and no more. */
  private static final class Bounded extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int max;

    Bounded(int max) {
      this.max = max;
    }

    @Override
    public void write(int b) {
      room(1);
      bytes.write(b);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      room(length);
      bytes.write(from, offset, length);
    }

    private void room(int more) {
      if (more > max - bytes.size()) {
        throw new Unwritable("is larger than " + max + " bytes");
      }
    }
  }
}
