package dev.gatehouse.receive.extract;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The fields of an {@code application/x-www-form-urlencoded} text (WHATWG URL, section 5.1), read
 * strictly: a broken percent escape anywhere makes the whole form unreadable instead of a guess.
 */
final class FormFields {
  private final List<Field> fields;

  record Field(byte[] name, byte[] value) {}

  FormFields(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  /** Empty when an escape is broken. */
  static Optional<FormFields> parse(byte[] bytes) {
    List<Field> fields = new ArrayList<>();
    for (int start = 0; start < bytes.length; ) {
      int end = indexOf(bytes, '&', start, bytes.length);
      int equals = indexOf(bytes, '=', start, end);
      byte[] name = new byte[equals - start];
      byte[] value = new byte[Math.max(0, end - equals - 1)];
      int nameLength = unescape(bytes, start, equals, name);
      int valueLength = unescape(bytes, Math.min(equals + 1, end), end, value);
      if (nameLength < 0 || valueLength < 0) {
        return Optional.empty();
      }
      if (end > start) {
        fields.add(new Field(Arrays.copyOf(name, nameLength), Arrays.copyOf(value, valueLength)));
      }
      start = end + 1;
    }
    return Optional.of(new FormFields(fields));
  }

  /** The bytes of every field of that name. */
  List<byte[]> all(String name) {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    return fields.stream()
        .filter(field -> Arrays.equals(field.name, wanted))
        .map(Field::value)
        .toList();
  }

  /** The one value of that name as text. */
  Value value(String name) {
    List<byte[]> found = all(name);
    return switch (found.size()) {
      case 0 -> Value.ABSENT;
      case 1 -> Utf8.decode(found.getFirst()).map(Value::text).orElse(Value.UNFIT);
      default -> Value.TWICE;
    };
  }

  /** The same fields, urlencoded. */
  byte[] urlencoded() {
    StringBuilder text = new StringBuilder();
    for (Field field : fields) {
      text.append(text.isEmpty() ? "" : "&").append(escaped(field.name));
      text.append('=').append(escaped(field.value));
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static String escaped(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      boolean plain = b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
      text.append(plain ? String.valueOf((char) b) : "%" + HexFormat.of().toHexDigits(b));
    }
    return text.toString();
  }

  private static int indexOf(byte[] bytes, char wanted, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return to;
  }

  /** Writes the plain bytes into {@code out} and says how many; -1 for a broken escape. */
  private static int unescape(byte[] bytes, int from, int to, byte[] out) {
    int length = 0;
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b == '%') {
        int high = i + 2 < to ? hex(bytes[++i]) : -1;
        int low = high < 0 ? -1 : hex(bytes[++i]);
        if (low < 0) {
          return -1;
        }
        out[length++] = (byte) (high << 4 | low);
      } else {
        out[length++] = b == '+' ? (byte) ' ' : b;
      }
    }
    return length;
  }

  private static int hex(byte b) {
    return b < 0 ? -1 : Character.digit(b, 16);
  }
}
