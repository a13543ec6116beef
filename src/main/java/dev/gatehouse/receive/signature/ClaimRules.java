package dev.gatehouse.receive.signature;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the claims of a token have to say.
 *
 * @param equal claims, by name or by path with slashes, and the values of which one has to stand
 *     there (or, in a list, among others); {@code {config:name}} is a value the operator gives, and
 *     until it is given no token says it
 * @param optional the same, not looked at when the operator gives no value
 * @param required claims that have to be there
 */
public record ClaimRules(
    Map<String, List<String>> equal, Map<String, String> optional, Set<String> required) {
  /** Nothing is asked of the claims. */
  public static final ClaimRules NONE = new ClaimRules(Map.of(), Map.of(), Set.of());

  private static final String CONFIG = "{config:";

  public ClaimRules {
    equal = Map.copyOf(equal);
    optional = Map.copyOf(optional);
    required = Set.copyOf(required);
    equal.forEach(
        (claim, values) -> {
          if (values.isEmpty()) {
            throw new SpecMistake("a claim has at least one value it may have");
          }
          values.forEach(ClaimRules::check);
        });
    optional
        .values()
        .forEach(
            value -> {
              check(value);
              if (name(value).isEmpty()) {
                throw new SpecMistake("an optional claim is compared with {config:name}");
              }
            });
  }

  /** A text that only looks like a value of the operator's would be a text to compare with. */
  private static void check(String value) {
    boolean looks = value.contains("{config") || value.contains("config:");
    if (looks && name(value).filter(name -> name.matches("[a-z][a-z0-9_]{0,39}")).isEmpty()) {
      throw new SpecMistake("a value of the operator's is all of the text: {config:name}");
    }
  }

  Set<String> needed() {
    Set<String> names = new TreeSet<>();
    equal.values().forEach(values -> values.forEach(value -> name(value).ifPresent(names::add)));
    return names;
  }

  Set<String> possible() {
    Set<String> names = new TreeSet<>();
    optional.values().forEach(value -> name(value).ifPresent(names::add));
    return names;
  }

  /** The rules with the operator's values in them. */
  ClaimRules with(Map<String, String> values) {
    Map<String, List<String>> all = new TreeMap<>();
    equal.forEach(
        (claim, texts) -> all.put(claim, texts.stream().map(each -> given(each, values)).toList()));
    Map<String, String> open = new TreeMap<>();
    optional.forEach(
        (claim, text) -> {
          if (name(text).map(values::containsKey).orElse(false)) {
            all.put(claim, List.of(given(text, values)));
          } else {
            open.put(claim, text);
          }
        });
    return new ClaimRules(all, open, required);
  }

  /** The rules without the claims whose values were not given. */
  ClaimRules withoutOpen() {
    Map<String, List<String>> given = new TreeMap<>();
    equal.forEach(
        (claim, texts) -> {
          if (texts.stream().allMatch(text -> name(text).isEmpty())) {
            given.put(claim, texts);
          }
        });
    return new ClaimRules(given, optional, required);
  }

  ClaimRules requiring(String claim) {
    Set<String> all = new HashSet<>(required);
    all.add(claim);
    return new ClaimRules(equal, optional, all);
  }

  private static String given(String text, Map<String, String> values) {
    return name(text).map(name -> values.getOrDefault(name, text)).orElse(text);
  }

  /** The name in {@code {config:name}}. */
  static Optional<String> name(String text) {
    return text.startsWith(CONFIG) && text.endsWith("}")
        ? Optional.of(text.substring(CONFIG.length(), text.length() - 1))
        : Optional.empty();
  }
}
