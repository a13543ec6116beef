package dev.gatehouse.receive.signature;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Hosts by name, {@code *} for one label of lower-case letters, digits and hyphens: {@code
 * sns.*.amazonaws.com}. Fixed in the preset; nothing a sender writes adds one.
 */
public record HostPattern(List<String> hosts) {
  private static final Pattern ONE = Pattern.compile("[a-z0-9*-]+(\\.[a-z0-9*-]+){2,8}");

  public HostPattern {
    hosts = List.copyOf(hosts);
    for (String host : hosts) {
      boolean open =
          host.endsWith("*") || host.split("\\.", -1)[Math.max(0, labels(host) - 2)].contains("*");
      if (!ONE.matcher(host).matches() || open) {
        throw new SpecMistake("a host has at least three labels, of which the last two are fixed");
      }
    }
    if (hosts.isEmpty()) {
      throw new SpecMistake("say which hosts count: hosts");
    }
  }

  private static int labels(String host) {
    return host.split("\\.", -1).length;
  }

  /**
   * The URL, when it is one that may be visited: https on the usual port of such a host, nothing
   * about a user in it.
   */
  public Optional<URI> allowed(String text) {
    try {
      URI uri = new URI(text);
      String host = uri.getHost();
      boolean fine =
          "https".equals(uri.getScheme())
              && host != null
              && (uri.getPort() == -1 || uri.getPort() == 443)
              && uri.getRawUserInfo() == null
              && uri.getRawFragment() == null
              && hosts.stream().anyMatch(pattern -> matches(pattern, host));
      return fine ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static boolean matches(String pattern, String host) {
    String[] wanted = pattern.split("\\.", -1);
    String[] given = host.toLowerCase(Locale.ROOT).split("\\.", -1);
    if (wanted.length != given.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      boolean same =
          wanted[i].equals("*") ? given[i].matches("[a-z0-9-]{1,63}") : wanted[i].equals(given[i]);
      if (!same) {
        return false;
      }
    }
    return true;
  }
}
