package dev.gatehouse.receive.signature;

/**
 * Pieces of a URL. By hand: the query comes from the sender and need not be one that {@code URI}
 * takes.
 */
final class UrlText {
  private UrlText() {}

  static String piece(Template.Part.UrlPiece.Piece piece, String url) {
    int mark = url.indexOf('?');
    String query = mark < 0 ? "" : url.substring(mark + 1);
    return switch (piece) {
      case URL_WITHOUT_QUERY -> withoutQuery(url);
      case URL_WITH_PORT -> withPort(url);
      case PATH_QUERY -> path(url) + (mark < 0 ? "" : "?" + query);
      case QUERY -> query;
    };
  }

  /** The path, as it is written. */
  static String path(String url) {
    String whole = withoutQuery(url);
    int host = whole.indexOf("://");
    int slash = whole.indexOf('/', host < 0 ? 0 : host + 3);
    return slash < 0 ? "" : whole.substring(slash);
  }

  private static String withoutQuery(String url) {
    int mark = url.indexOf('?');
    return mark < 0 ? url : url.substring(0, mark);
  }

  /** A URL that names a port stays as it is. */
  private static String withPort(String url) {
    int host = url.indexOf("://");
    if (host < 0) {
      return url;
    }
    int end = host + 3;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    String authority = url.substring(host + 3, end);
    if (authority.substring(authority.lastIndexOf(']') + 1).indexOf(':') >= 0) {
      return url;
    }
    String port = url.startsWith("https") ? ":443" : ":80";
    return url.substring(0, end) + port + url.substring(end);
  }
}
