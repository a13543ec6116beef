package dev.gatehouse.deliver;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which header names a configuration may not set, because they are ours or HTTP's. */
public final class OwnHeaders {
  /** RFC 9110, section 5.6.2: what a name may consist of. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

  private static final Set<String> HTTP =
      Set.of(
          "accept-encoding",
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "cookie",
          "expect",
          "host",
          "idempotency-key",
          "keep-alive",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "traceparent",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private OwnHeaders() {}

  /** What is wrong with configuring a header of that name; empty when nothing is. */
  public static Optional<String> mistakeIn(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!TOKEN.matcher(name).matches()) {
      return Optional.of("not a header name: letters, digits and - are");
    }
    return HTTP.contains(lower) || lower.startsWith("webhook-") || lower.startsWith("gatehouse-")
        ? Optional.of("the header " + lower + " is set by Gatehouse itself")
        : Optional.empty();
  }
}
