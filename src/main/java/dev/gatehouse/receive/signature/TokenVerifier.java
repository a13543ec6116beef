package dev.gatehouse.receive.signature;

import java.time.Instant;
import java.util.List;

/** Checks a bare secret in a header. */
final class TokenVerifier implements Verifier {
  private final SignatureSpec.Token spec;

  TokenVerifier(SignatureSpec.Token spec) {
    this.spec = spec;
  }

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    return switch (spec.header().read(request.headers())) {
      case HeaderName.Reading.Absent absent -> Refusals.missing(spec.header());
      case HeaderName.Reading.Repeated repeated -> Refusals.repeated(spec.header());
      case HeaderName.Reading.Single single -> check(single.value(), secrets, now);
    };
  }

  private Verification check(String value, List<LiveSecret> secrets, Instant now) {
    String prefix = spec.prefix();
    byte[] given =
        value.length() > SignatureHeader.MAX_LENGTH || !value.startsWith(prefix)
            ? new byte[0]
            : TokenMatch.headerBytes(value.substring(prefix.length()));
    return given.length == 0
        ? Refusals.malformed(spec.header(), "does not hold a token of the expected form")
        : TokenMatch.of(given, secrets, now);
  }
}
