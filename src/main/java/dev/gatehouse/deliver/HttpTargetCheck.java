package dev.gatehouse.deliver;

import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/**
 * Says what is wrong with a destination's URL before anything is sent there.
 *
 * <p>Read by the same parser that later connects, so the two cannot disagree. An address written
 * into the URL is judged here already; one behind a name when it is connected to.
 */
public final class HttpTargetCheck {
  private static final Pattern SHAPE = Pattern.compile("(?i)https?://[^/\\\\?#]");

  private HttpTargetCheck() {}

  /** The first mistake, for people; never repeats the URL. Empty when there is none. */
  public static Optional<String> mistakeIn(String text, boolean allowPrivate, boolean allowHttp) {
    // The parser would take the first part of a path for a host that is missing.
    HttpUrl url = SHAPE.matcher(text).lookingAt() ? HttpUrl.parse(text) : null;
    if (url == null) {
      return Optional.of("url is https://host/path, with a host name or an address");
    }
    if (!url.username().isEmpty() || !url.password().isEmpty() || userInfo(text)) {
      return Optional.of("url holds no user or password; use headers for credentials");
    }
    if (url.fragment() != null) {
      return Optional.of("url has no #fragment");
    }
    if (!url.isHttps() && !allowHttp && !allowPrivate) {
      return Optional.of("url is https; allow_http: true lets a destination go without encryption");
    }
    if (!allowPrivate && Addresses.spellsInside(url.host())) {
      return Optional.of("url does not lead inside; allow_private: true lets this destination");
    }
    return Optional.empty();
  }

  /** An empty user ({@code https://@host}) is dropped by the parser but is still a trick. */
  private static boolean userInfo(String text) {
    int begin = text.indexOf("//");
    String rest = begin < 0 ? text : text.substring(begin + 2);
    int end = rest.length();
    for (int i = 0; i < rest.length(); i++) {
      char c = rest.charAt(i);
      if (c == '/' || c == '?' || c == '#' || c == '\\') {
        end = i;
        break;
      }
    }
    return rest.substring(0, end).indexOf('@') >= 0;
  }
}
