package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.receive.signature.SpecMistake;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Turns the mistakes of the rule records into mistakes at their place in the file. */
final class Reading {
  private Reading() {}

  /** A text that a rule's parser takes; its complaints never repeat the text. */
  static <T> Optional<T> parsed(Node node, Function<String, T> parser) {
    return node.text().flatMap(text -> built(node, () -> parser.apply(text)));
  }

  static <T> Optional<T> built(Node node, Supplier<T> maker) {
    try {
      return Optional.of(maker.get());
    } catch (SpecMistake mistake) {
      node.mistake(String.valueOf(mistake.getMessage()));
      return Optional.empty();
    }
  }
}
