package dev.gatehouse.config.yaml;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a key takes, for the table of keys and the schema made from it; {@link Node} does the
 * reading.
 */
public sealed interface Kind {
  /**
   * @param words what to expect, such as {@code a name of a source}
   */
  record Text(String words) implements Kind {}

  record Whole(long min, long max) implements Kind {}

  record Number(double min, double max) implements Kind {}

  record Flag() implements Kind {}

  record TimeSpan() implements Kind {}

  record Size() implements Kind {}

  record Moment() implements Kind {}

  record Choice(List<String> choices) implements Kind {
    public Choice {
      choices = List.copyOf(choices);
    }
  }

  record ListOf(Kind each) implements Kind {}

  /** A map with free names. */
  record Named(Kind each) implements Kind {}

  record Keys(Shape shape) implements Kind {}

  record AnyOf(List<Kind> kinds) implements Kind {
    public AnyOf {
      kinds = List.copyOf(kinds);
    }
  }

  static Kind text(String words) {
    return new Text(words);
  }

  static Kind whole(long min, long max) {
    return new Whole(min, max);
  }

  static Kind number(double min, double max) {
    return new Number(min, max);
  }

  static Kind flag() {
    return new Flag();
  }

  static Kind duration() {
    return new TimeSpan();
  }

  static Kind size() {
    return new Size();
  }

  static Kind instant() {
    return new Moment();
  }

  static Kind choice(String... choices) {
    return new Choice(List.of(choices));
  }

  /** The constants of an enum, in lower case with underscores. */
  static <E extends Enum<E>> Kind choice(Class<E> type) {
    return new Choice(
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toList());
  }

  static Kind listOf(Kind each) {
    return new ListOf(each);
  }

  static Kind named(Kind each) {
    return new Named(each);
  }

  static Kind keys(Shape shape) {
    return new Keys(shape);
  }

  static Kind anyOf(Kind... kinds) {
    return new AnyOf(List.of(kinds));
  }
}
