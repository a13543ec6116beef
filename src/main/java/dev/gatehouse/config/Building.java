package dev.gatehouse.config;

import dev.gatehouse.config.yaml.Node;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * From values that were read to a record of a room; its complaints become mistakes at their place.
 */
final class Building {
  private Building() {}

  /**
   * Makes the record, unless something in its block was wrong already: then what stands in for it
   * would only cause mistakes that are none.
   *
   * @param before how many mistakes there were before the block was read
   */
  static <T> Optional<T> built(Node node, int before, Supplier<T> maker) {
    if (node.mistakes().count() > before) {
      return Optional.empty();
    }
    try {
      return Optional.of(maker.get());
    } catch (IllegalArgumentException refused) {
      // Records of the rooms say what they expect and never repeat a value.
      node.mistake(String.valueOf(refused.getMessage()));
      return Optional.empty();
    }
  }

  /** A name of something that stands elsewhere in the file. */
  static Optional<String> known(Node node, String what, Collection<String> names) {
    if (names.isEmpty() && node.text("a " + what).isPresent()) {
      node.mistake("there is no " + what + " in this file");
      return Optional.empty();
    }
    return names.isEmpty() ? Optional.empty() : node.oneOf(List.copyOf(names));
  }
}
