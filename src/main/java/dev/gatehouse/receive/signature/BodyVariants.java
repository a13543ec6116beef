package dev.gatehouse.receive.signature;

import dev.gatehouse.event.RawBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a body may have been before something on the way touched it; for the doctor's trials. */
final class BodyVariants {
  private BodyVariants() {}

  /** Other line ends, one more or one fewer at the end, without a byte order mark. */
  static List<RawBody> lineEnds(RawBody body) {
    // ISO-8859-1 maps every byte to one character and back, so nothing else can change.
    String text = new String(body.bytes(), StandardCharsets.ISO_8859_1);
    String bare = text.startsWith("\u00EF\u00BB\u00BF") ? text.substring(3) : text;
    String unix = bare.replace("\r\n", "\n");
    List<RawBody> variants = new ArrayList<>();
    Set<String> lined = new LinkedHashSet<>(List.of(bare, unix, unix.replace("\n", "\r\n")));
    for (String each : lined) {
      add(variants, text, each);
      add(variants, text, each + "\n");
      add(variants, text, each + "\r\n");
      add(variants, text, withoutLineEnds(each, 1));
      add(variants, text, withoutLineEnds(each, each.length()));
    }
    return variants;
  }

  /** By hand: a pattern would look at a long run of line ends once per line end. */
  private static String withoutLineEnds(String text, int atMost) {
    int end = text.length();
    for (int i = 0; i < atMost && end > 0 && text.charAt(end - 1) == '\n'; i++) {
      end -= end > 1 && text.charAt(end - 2) == '\r' ? 2 : 1;
    }
    return text.substring(0, end);
  }

  /** JSON without the blanks between its parts, and with one blank after colons and commas. */
  static List<RawBody> rewritten(RawBody body) {
    String text = new String(body.bytes(), StandardCharsets.ISO_8859_1);
    List<RawBody> variants = new ArrayList<>();
    String compact = spaced(text, "", "");
    add(variants, text, compact);
    add(variants, text, spaced(compact, " ", " "));
    add(variants, text, compact.replace("\\/", "/"));
    add(variants, text, compact.replace("/", "\\/"));
    return variants;
  }

  private static String spaced(String text, String afterColon, String afterComma) {
    StringBuilder out = new StringBuilder(text.length());
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == '\\' && i + 1 < text.length()) {
        out.append(c).append(text.charAt(++i));
      } else if (quoted || " \t\r\n".indexOf(c) < 0) {
        quoted ^= c == '"';
        out.append(c);
        if (!quoted) {
          out.append(c == ':' ? afterColon : c == ',' ? afterComma : "");
        }
      }
    }
    return out.toString();
  }

  private static void add(List<RawBody> variants, String original, String variant) {
    if (!variant.equals(original)) {
      variants.add(new RawBody(variant.getBytes(StandardCharsets.ISO_8859_1)));
    }
  }
}
