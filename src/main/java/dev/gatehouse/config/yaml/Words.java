package dev.gatehouse.config.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Small words for messages: quoting that cannot break a line, and the nearest known name. */
final class Words {
  private static final int MAX_SHOWN = 60;

  private Words() {}

  /** Cut to a bound, control characters and line ends replaced, so that one mistake is one line. */
  static String oneLine(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .limit(MAX_SHOWN)
        .forEach(
            point -> {
              boolean unsafe =
                  Character.isISOControl(point)
                      || Character.getType(point) == Character.FORMAT
                      || Character.getType(point) == Character.LINE_SEPARATOR
                      || Character.getType(point) == Character.PARAGRAPH_SEPARATOR
                      || Character.getType(point) == Character.SURROGATE;
              out.appendCodePoint(unsafe ? '\uFFFD' : point);
            });
    return text.codePointCount(0, text.length()) > MAX_SHOWN
        ? out.append('…').toString()
        : out.toString();
  }

  static String quoted(String text) {
    return "'" + oneLine(text) + "'";
  }

  /** {@code ; did you mean 'port'?}, or nothing when no name is near. */
  static String didYouMean(String written, Collection<String> known) {
    return nearest(written, known).map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  private static Optional<String> nearest(String written, Collection<String> known) {
    if (written.length() > MAX_SHOWN) {
      return Optional.empty();
    }
    String plain = plain(written);
    int bound = Math.max(1, Math.min(3, plain.length() / 3));
    record Near(String name, int distance) {}
    return known.stream()
        .map(name -> new Near(name, distance(plain, plain(name))))
        .filter(near -> near.distance <= bound)
        .min(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
        .map(Near::name);
  }

  /** {@code maxBody}, {@code max-body} and {@code MAX_BODY} are the same slip. */
  private static String plain(String name) {
    return name.toLowerCase(java.util.Locale.ROOT).replace("_", "").replace("-", "");
  }

  /** Levenshtein's distance, where two neighbours swapped count as one slip. */
  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        cost[i][j] =
            Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
