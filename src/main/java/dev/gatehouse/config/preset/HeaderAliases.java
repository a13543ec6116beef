package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.receive.signature.HeaderName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Other beginnings of header names that mean the same, such as {@code svix-} and {@code webhook-}.
 *
 * @param prefixes from a beginning as the rules write it, in lower case, to the others
 */
public record HeaderAliases(Map<String, List<String>> prefixes) {
  public static final HeaderAliases NONE = new HeaderAliases(Map.of());

  public HeaderAliases {
    prefixes = Map.copyOf(prefixes);
  }

  /** Reads {@code header_aliases}: a map from one beginning to another or a list of others. */
  static HeaderAliases read(Node node) {
    Map<String, List<String>> prefixes = new LinkedHashMap<>();
    node.entries()
        .forEach(
            (prefix, others) -> {
              List<String> texts = new ArrayList<>();
              others.itemsOrOne().forEach(other -> other.text().ifPresent(texts::add));
              prefixes.put(prefix.toLowerCase(Locale.ROOT), List.copyOf(texts));
            });
    return new HeaderAliases(prefixes);
  }

  /** A header with the aliases its beginning gives it. */
  public HeaderName name(String name) {
    List<String> aliases = new ArrayList<>();
    prefixes.forEach(
        (prefix, others) -> {
          if (name.toLowerCase(Locale.ROOT).startsWith(prefix)) {
            others.forEach(other -> aliases.add(other + name.substring(prefix.length())));
          }
        });
    return new HeaderName(name, aliases);
  }
}
