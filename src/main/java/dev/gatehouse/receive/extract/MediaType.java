package dev.gatehouse.receive.extract;

import java.util.Locale;

/** The part of a content type before its parameters. */
final class MediaType {
  private MediaType() {}

  /** In lower case, without parameters and blanks. */
  static String of(String contentType) {
    int end = contentType.indexOf(';');
    String media = end < 0 ? contentType : contentType.substring(0, end);
    return media.strip().toLowerCase(Locale.ROOT);
  }

  /** RFC 7303, section 4.2. */
  static boolean isXml(String media) {
    return media.equals("text/xml") || media.equals("application/xml") || media.endsWith("+xml");
  }

  /** RFC 8259 and RFC 6839. */
  static boolean isJson(String media) {
    return media.equals("application/json") || media.equals("text/json") || media.endsWith("+json");
  }
}
