package dev.gatehouse.deadletter.triage;

import java.util.regex.Pattern;

/** Makes a text fit for a database column, a log line and a table on a screen. */
public final class SafeText {
  /** The longest message a dead letter keeps, in UTF-16 units. */
  public static final int MAX_MESSAGE = 500;

  private static final char REPLACEMENT = '\uFFFD';
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern QUOTED = Pattern.compile("'[^']{0,500}'|\"[^\"]{0,500}\"");
  private static final Pattern WORD_WITH_DIGIT = Pattern.compile("\\w{0,200}\\d\\w{0,200}");

  private SafeText() {}

  /**
   * One line without control characters, U+0000 above all (PostgreSQL's {@code text} refuses it),
   * and without halves of surrogate pairs; cut to {@code max} units with an ellipsis.
   */
  public static String of(String text, int max) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), max));
    int i = 0;
    while (i < text.length() && out.length() < max) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      out.appendCodePoint(safe(point));
    }
    if (i < text.length() || out.length() > max) {
      int end = Math.max(0, Math.min(out.length(), max - 1));
      out.setLength(end > 0 && Character.isHighSurrogate(out.charAt(end - 1)) ? end - 1 : end);
      out.append('…');
    }
    return out.toString();
  }

  private static int safe(int point) {
    if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
      return REPLACEMENT;
    }
    boolean lineBreak = point == '\n' || point == '\r' || point == '\t' || point == 0x2028;
    return lineBreak ? ' ' : Character.isISOControl(point) ? REPLACEMENT : point;
  }

  /**
   * The message without what differs from case to case: ids, quoted values and words with digits in
   * them become {@code #}. What is left is the same for the same trouble.
   */
  public static String normalised(String message) {
    String text = of(message, MAX_MESSAGE);
    text = UUID.matcher(text).replaceAll("#");
    text = QUOTED.matcher(text).replaceAll("#");
    text = WORD_WITH_DIGIT.matcher(text).replaceAll("#");
    return text.strip().replaceAll("\\s+", " ");
  }
}
