package dev.gatehouse.config;

import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.deliver.retry.Classification;
import dev.gatehouse.deliver.retry.Meaning;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code results} of a retry block: what the ends of an attempt mean to one destination.
 *
 * <p>Keys are a status ({@code 404}), a class of statuses ({@code 5xx}) or a failure without an
 * answer ({@code timeout}, {@code connect}, {@code tls}, {@code name}, {@code broken}, {@code
 * write}).
 */
final class ResultTable {
  /** What a result may be said to mean; {@link Meaning#FORBID} is nobody's to say. */
  static final String[] MEANINGS =
      Stream.of(Meaning.values())
          .filter(meaning -> meaning != Meaning.FORBID && meaning != Meaning.UNSHAPED)
          .map(ResultTable::word)
          .toArray(String[]::new);

  private static final String EXPECTED =
      "expected a status from 100 to 599, a class such as 5xx, or one of "
          + String.join(", ", Stream.of(Trouble.values()).map(ResultTable::word).toList())
          + " as the key";

  private ResultTable() {}

  static Classification read(Node node) {
    Map<Integer, Meaning> statuses = new HashMap<>();
    Map<Integer, Meaning> families = new HashMap<>();
    Map<Trouble, Meaning> troubles = new EnumMap<>(Trouble.class);
    node.entries()
        .forEach(
            (key, value) -> {
              Optional<Meaning> meaning =
                  value
                      .oneOf(List.of(MEANINGS))
                      .map(word -> Meaning.valueOf(word.toUpperCase(Locale.ROOT)));
              Optional<Trouble> trouble = trouble(key);
              if (key.matches("[1-5][0-9][0-9]")) {
                meaning.ifPresent(found -> statuses.put(Integer.parseInt(key), found));
              } else if (key.matches("[1-5]xx")) {
                meaning.ifPresent(found -> families.put(key.charAt(0) - '0', found));
              } else if (trouble.isPresent()) {
                meaning.ifPresent(found -> troubles.put(trouble.get(), found));
              } else {
                value.mistake(EXPECTED);
              }
            });
    return new Classification(statuses, families, troubles);
  }

  private static Optional<Trouble> trouble(String key) {
    return Stream.of(Trouble.values()).filter(each -> word(each).equals(key)).findFirst();
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
