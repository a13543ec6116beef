package dev.gatehouse.receive.signature;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The secret itself at some place, or as the {@code user:password} of HTTP Basic (RFC 7617): proves
 * that the sender knows it and nothing about the body.
 *
 * @param places one of them is enough; where a place is a list, all of it has to match
 * @param prefix stands before it, such as {@code Bearer }; may be empty
 * @param base64 what stands there is base64
 */
public record PlacedToken(List<Place> places, String prefix, boolean base64)
    implements SignatureSpec {
  public PlacedToken {
    places = List.copyOf(places);
    if (places.isEmpty()) {
      throw new SpecMistake("a token stands somewhere");
    }
  }

  /** HTTP Basic. */
  public static PlacedToken userAndPassword() {
    return new PlacedToken(
        List.of(new Place.Header(HeaderName.of("Authorization"), null)), "Basic ", true);
  }

  @Override
  public Coverage coverage() {
    return Coverage.NOTHING;
  }

  @Override
  public Optional<String> mistakeIn(Secret secret) {
    return base64 && secret.value().indexOf(':') < 1
        ? Optional.of("the secret is written user:password")
        : KeyForm.UTF8.mistakeIn(secret);
  }

  @Override
  public List<HeaderName> requiredHeaders() {
    return places.size() == 1 ? signatureHeaders() : List.of();
  }

  @Override
  public List<HeaderName> signatureHeaders() {
    return places.stream()
        .filter(Place.Header.class::isInstance)
        .map(place -> ((Place.Header) place).name())
        .toList();
  }

  @Override
  public Set<String> headerNames() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    signatureHeaders().forEach(header -> names.addAll(header.all()));
    return names;
  }
}
