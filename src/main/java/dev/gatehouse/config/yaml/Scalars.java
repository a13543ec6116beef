package dev.gatehouse.config.yaml;

import java.util.Set;
import java.util.regex.Pattern;

/** What a plain scalar means in the core schema of YAML 1.2. */
final class Scalars {
  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> TRUE = Set.of("true", "True", "TRUE");
  private static final Set<String> FALSE = Set.of("false", "False", "FALSE");
  static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]+");
  private static final Pattern OTHER_NUMBER =
      Pattern.compile(
          "0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
              + "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

  private Scalars() {}

  static boolean isNull(String text) {
    return NULLS.contains(text);
  }

  static boolean isTrue(String text) {
    return TRUE.contains(text);
  }

  static boolean isFlag(String text) {
    return TRUE.contains(text) || FALSE.contains(text);
  }

  /** In kind, for messages: what a scalar without quotes is. */
  static String kind(String text) {
    if (isFlag(text)) {
      return "a boolean";
    }
    if (WHOLE.matcher(text).matches() || OTHER_NUMBER.matcher(text).matches()) {
      return "a number";
    }
    return "text";
  }
}
