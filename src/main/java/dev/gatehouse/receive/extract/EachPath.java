package dev.gatehouse.receive.extract;

import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where the single events of a request stand: {@code json:/entry/*}, {@code json:/*}, {@code
 * json:/groups/*}{@code /events/*}. {@code *} is every element of an array.
 *
 * @param keys from the root down; at least one is {@code *}
 */
public record EachPath(List<String> keys) {
  static final String ALL = "*";

  public EachPath {
    keys = List.copyOf(keys);
    if (!keys.contains(ALL)) {
      throw mistake();
    }
  }

  /**
   * Reads one.
   *
   * @throws SpecMistake when it is none
   */
  public static EachPath parse(String text) {
    if (!text.startsWith("json:/")) {
      throw mistake();
    }
    List<String> keys = new ArrayList<>();
    for (String key : text.substring("json:/".length()).split("/", -1)) {
      keys.add(key.replace("~1", "/").replace("~0", "~"));
    }
    return new EachPath(keys);
  }

  private static SpecMistake mistake() {
    return new SpecMistake(
        "single events stand at the elements of a list: json:/events/* or json:/*");
  }

  @Override
  public String toString() {
    return keys.stream()
        .map(key -> "/" + key.replace("~", "~0").replace("/", "~1"))
        .collect(Collectors.joining("", "json:", ""));
  }
}
