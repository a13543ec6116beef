package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Checks a secret at a place. */
final class PlacedTokenVerifier implements Verifier {
  private static final int MAX_LIST = 1_000;

  private final PlacedToken spec;

  PlacedTokenVerifier(PlacedToken spec) {
    this.spec = spec;
  }

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    RequestParts parts = new RequestParts(request);
    Verification.Refused why = Refusals.missing(spec.places().getFirst());
    for (Place place : spec.places()) {
      if (isList(place)) {
        List<String> values = parts.all(place, null);
        if (!values.isEmpty() && values.size() == parts.count(place)) {
          return all(place, values, secrets, now);
        }
        continue;
      }
      switch (parts.read(place, null)) {
        case HeaderName.Reading.Absent absent -> {}
        case HeaderName.Reading.Repeated repeated -> why = Refusals.repeated(place);
        case HeaderName.Reading.Single single -> {
          return check(place, single.value(), secrets, now);
        }
      }
    }
    return why;
  }

  private static boolean isList(Place place) {
    return place instanceof Place.Json json && json.keys().contains("*");
  }

  private Verification all(
      Place place, List<String> values, List<LiveSecret> secrets, Instant now) {
    Verification last = Refusals.malformed(place, "holds more than can be looked at");
    if (values.size() > MAX_LIST) {
      return last;
    }
    for (String value : values) {
      last = check(place, value, secrets, now);
      if (last instanceof Verification.Refused) {
        return last;
      }
    }
    return last;
  }

  private Verification check(Place place, String value, List<LiveSecret> secrets, Instant now) {
    byte[] given = value.length() > SignatureHeader.MAX_LENGTH ? null : token(place, value);
    if (given == null || given.length == 0) {
      return Refusals.malformed(place, "does not hold a token of the expected form");
    }
    return TokenMatch.of(given, secrets, now);
  }

  /** The bytes after the prefix; null when they are not of the form. */
  private byte @Nullable [] token(Place place, String value) {
    String prefix = spec.prefix();
    // RFC 9110, section 11.1: the name of an authentication scheme has no case.
    boolean begins =
        spec.base64()
            ? value.toLowerCase(Locale.ROOT).startsWith(prefix.toLowerCase(Locale.ROOT))
            : value.startsWith(prefix);
    if (!begins) {
      return null;
    }
    String rest = value.substring(prefix.length());
    if (!spec.base64()) {
      return place instanceof Place.Header
          ? TokenMatch.headerBytes(rest)
          : rest.getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Base64.getDecoder().decode(rest);
    } catch (IllegalArgumentException e) {
      // Not base64: no user and no password.
      return null;
    }
  }
}
