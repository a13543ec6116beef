package dev.gatehouse.config.yaml;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written {@code 512}, {@code 64KiB}, {@code 1MiB} or {@code 2GiB}. */
public record ByteSize(long bytes) {
  /** What to say when a text is not one. */
  static final String EXPECTED = "a size such as 64KiB or 1MiB";

  private static final Pattern SHAPE = Pattern.compile("(\\d{1,12})(B|KiB|MiB|GiB)?");
  private static final Map<String, Long> UNITS =
      Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

  static Optional<ByteSize> parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String unit = matcher.group(2);
    // At most 12 digits times 2^30 stays below 2^70; the exact product tells an overflow.
    try {
      long factor = unit == null ? 1L : UNITS.getOrDefault(unit, 1L);
      return Optional.of(
          new ByteSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), factor)));
    } catch (ArithmeticException tooLarge) {
      return Optional.empty();
    }
  }

  /** The size as an {@code int}, for what has to fit into one array. */
  public int asInt() {
    return Math.toIntExact(bytes);
  }

  /** The way it is written in the file. */
  @Override
  public String toString() {
    for (String unit : new String[] {"GiB", "MiB", "KiB"}) {
      long factor = UNITS.getOrDefault(unit, 1L);
      if (bytes > 0 && bytes % factor == 0) {
        return bytes / factor + unit;
      }
    }
    return Long.toString(bytes);
  }
}
