package dev.gatehouse.config.logging;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes credentials out of text. The last line of defence: messages are written without them, but
 * libraries write messages too.
 */
public final class Masking {
  private record Rule(Pattern pattern, String replacement) {}

  // Every quantifier is possessive or bounded, so a hostile text cannot make one backtrack.
  private static final List<Rule> RULES =
      List.of(
          new Rule(Pattern.compile("://[^/@\\s\"']{1,300}+@"), "://***@"),
          new Rule(Pattern.compile("([?&;][A-Za-z0-9_.\\[\\]-]{1,80}+=)[^&;\\s\"'<>]++"), "$1***"),
          new Rule(
              Pattern.compile("(?i)\\b((?:bearer|basic|token)\\s{1,3}+)[A-Za-z0-9._~+/=-]{8,}+"),
              "$1***"),
          new Rule(
              Pattern.compile(
                  "(?i)\\b((?:password|passwd|secret|api_?key|authorization|signature)\\s{0,3}+[=:]\\s{0,3}+)"
                      + "(?!\\*\\*\\*)[^\\s,;\"']++"),
              "$1***"),
          new Rule(
              Pattern.compile(
                  "\\b(whsec|sk_live|sk_test|rk_live|rk_test|ghp|gho|github_pat|xox[abpr]|shpss|gh_token)([_-])[A-Za-z0-9+/=_-]{4,}+"),
              "$1$2***"));

  private Masking() {}

  /** The text with what looks like a credential replaced by {@code ***}. */
  public static String mask(String text) {
    String masked = text;
    for (Rule rule : RULES) {
      masked = rule.pattern.matcher(masked).replaceAll(rule.replacement);
    }
    return masked;
  }
}
