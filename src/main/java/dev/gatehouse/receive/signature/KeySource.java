package dev.gatehouse.receive.signature;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a provider publishes its public keys: PEM, a certificate or a JWKS at an https URL on one
 * of a few hosts.
 *
 * @param urls one or several; a text with parts of the request or values of the operator in it
 * @param hosts that count, whatever a request says
 * @param ending what the path has to end with; empty: anything
 */
public record KeySource(List<Template> urls, HostPattern hosts, String ending) {
  /** Where the keys of one request are. */
  public sealed interface Places {
    /** One for each URL of the rule that the request has. */
    record Known(List<URI> urls) implements Places {}

    /** The request names none that counts. */
    record None(Verification.Refused why) implements Places {}
  }

  public KeySource {
    urls = List.copyOf(urls);
    if (urls.isEmpty() || urls.size() > 4) {
      throw new SpecMistake("keys are fetched from one to four URLs");
    }
  }

  /** The URLs for a request. Pure: nothing is fetched. */
  public Places of(SignedRequest request) {
    return of(new RequestParts(request));
  }

  Places of(RequestParts parts) {
    List<URI> found = new ArrayList<>();
    Verification.@Nullable Refused why = null;
    for (Template url : urls) {
      SignedText text =
          SignedText.of(url, new SignedText.Sources(parts, "", List.of(), null, null));
      switch (text) {
        case SignedText.Impossible impossible -> why = impossible.why();
        case SignedText.Pieces pieces -> {
          Optional<URI> allowed =
              allowed(new String(SignedText.joined(pieces.bytes()), StandardCharsets.UTF_8));
          if (allowed.isEmpty()) {
            return new Places.None(
                Refusals.refused(
                    RefusalReason.MALFORMED, "the place of the key is none that counts"));
          }
          found.add(allowed.get());
        }
      }
    }
    return found.isEmpty() && why != null ? new Places.None(why) : new Places.Known(found);
  }

  private Optional<URI> allowed(String text) {
    return hosts
        .allowed(text)
        .filter(uri -> uri.getRawPath() != null && !uri.getRawPath().contains(".."))
        .filter(uri -> uri.getRawPath().toLowerCase(Locale.ROOT).endsWith(ending));
  }

  /** Whether the request has a say in where the keys are. */
  public boolean isNamedByRequest() {
    return urls.stream().anyMatch(Template::readsRequest);
  }

  Set<String> configured() {
    Set<String> names = new TreeSet<>();
    urls.forEach(url -> names.addAll(url.configured()));
    return names;
  }

  KeySource with(Map<String, String> values) {
    return new KeySource(urls.stream().map(url -> url.with(values)).toList(), hosts, ending);
  }
}
