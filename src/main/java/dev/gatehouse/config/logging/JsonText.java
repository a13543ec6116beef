package dev.gatehouse.config.logging;

/** Writes JSON strings in which nothing can break a line, hide text or run on for ever. */
final class JsonText {
  private JsonText() {}

  /** Appends {@code text} in quotes, cut to {@code max} characters. */
  static void append(StringBuilder out, String text, int max) {
    out.append('"');
    int end = Math.min(text.length(), max);
    if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (isUnsafe(text, i)) {
            out.append("\\u").append(java.util.HexFormat.of().toHexDigits(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    if (end < text.length()) {
      out.append("… (").append(text.length()).append(" characters)");
    }
    out.append('"');
  }

  /** Controls, line separators, direction overrides, halves of surrogate pairs. */
  private static boolean isUnsafe(String text, int at) {
    char c = text.charAt(at);
    if (Character.isSurrogate(c)) {
      return Character.isHighSurrogate(c)
          ? at + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
          : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          true;
      default -> false;
    };
  }
}
