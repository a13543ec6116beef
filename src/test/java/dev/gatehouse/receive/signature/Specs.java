package dev.gatehouse.receive.signature;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules and requests the tests of signatures share. */
final class Specs {
  static final Instant NOW = Instant.parse("2026-01-15T12:00:00Z");
  static final String SECRET = "test-secret-current-7f3a91";
  static final String OLD = "test-secret-previous-22c0de";

  private Specs() {}

  static SignatureSpec.Hmac plain() {
    return hmac("X-Signature", "sha256={hex}", "{body}", null);
  }

  static SignatureSpec.Hmac timed() {
    return hmac(
        "X-Signature",
        "t={timestamp},v1={hex}",
        "{timestamp}.{body}",
        new TimestampRule(null, TimestampForm.UNIX_S, Duration.ofMinutes(5)));
  }

  static SignatureSpec.Hmac timedInHeader(TimestampForm form, @Nullable Duration tolerance) {
    return hmac(
        "X-Signature",
        "v0={hex}",
        "v0:{timestamp}:{body}",
        new TimestampRule(HeaderName.of("X-Timestamp"), form, tolerance));
  }

  static SignatureSpec.Hmac hmac(
      String header, String format, String over, @Nullable TimestampRule timestamp) {
    return new SignatureSpec.Hmac(
        Hash.SHA256,
        HeaderName.of(header),
        SignatureFormat.parse(format),
        Template.parse(over, null, HeaderName::of),
        KeyForm.UTF8,
        timestamp);
  }

  static List<LiveSecret> holding(String... secrets) {
    List<LiveSecret> live = new ArrayList<>();
    Arrays.stream(secrets).forEach(each -> live.add(LiveSecret.of("s" + live.size(), each)));
    return live;
  }

  static SignedRequest request(String body, Headers headers) {
    return new SignedRequest(
        "POST",
        "https://hooks.example.test/in/orders?a=1",
        headers,
        new RawBody(body.getBytes(StandardCharsets.UTF_8)));
  }

  /** A request as the provider would send it. */
  static SignedRequest signed(SignatureSpec spec, String body, Instant at, String... secrets) {
    SignedRequest bare = request(body, Headers.NONE);
    Headers headers =
        Signer.of(spec).sign(bare, Arrays.stream(secrets).map(Secret::new).toList(), at);
    return request(body, headers);
  }

  static Verification verify(SignatureSpec spec, SignedRequest request, String... secrets) {
    return Verifier.of(spec).verify(request, holding(secrets), NOW);
  }

  static RefusalReason reason(Verification verification) {
    if (verification instanceof Verification.Refused refused) {
      return refused.reason();
    }
    throw new AssertionError("expected a refusal, got " + verification);
  }
}
