package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.jose.CompactJws;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The payload of a token, made from the request it came with. */
sealed interface DetachedPayload {
  int MAX_HEADERS = 32;
  Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}");

  /**
   * @param rule the rule of the signed time; null when there is none
   */
  record Made(List<byte[]> pieces, @Nullable TimestampRule rule, @Nullable Instant signedAt)
      implements DetachedPayload {
    Verification inTime(Verification.Verified verified, Instant now) {
      if (rule == null || signedAt == null) {
        return verified;
      }
      return TimeWindow.refusal(rule, signedAt, now)
          .<Verification>map(refused -> refused)
          .orElseGet(() -> new Verification.Verified(verified.secretLabel(), signedAt));
    }
  }

  record Impossible(Verification.Refused why) implements DetachedPayload {}

  static DetachedPayload of(TokenPayload.Detached rule, CompactJws jws, SignedRequest request) {
    List<byte[]> pieces = new ArrayList<>();
    Verification.Refused failed = add(pieces, rule.before(), request);
    if (failed == null && rule.headersParameter() != null) {
      failed = addHeaders(pieces, rule, jws.text(rule.headersParameter()).orElse(""), request);
    }
    if (failed == null && rule.after() != null) {
      failed = add(pieces, rule.after(), request);
    }
    if (failed != null) {
      return new Impossible(failed);
    }
    TimestampRule timestamp = rule.timestamp();
    if (timestamp == null || timestamp.header() == null) {
      return new Made(pieces, null, null);
    }
    Optional<Instant> signedAt =
        timestamp.header().read(request.headers()) instanceof HeaderName.Reading.Single single
            ? timestamp.form().parse(single.value())
            : Optional.empty();
    return signedAt.isPresent()
        ? new Made(pieces, timestamp, signedAt.get())
        : new Impossible(Refusals.malformed(timestamp.header(), "holds no readable timestamp"));
  }

  private static Verification.@Nullable Refused add(
      List<byte[]> pieces, Template text, SignedRequest request) {
    return switch (SignedText.of(text, request, "")) {
      case SignedText.Impossible impossible -> impossible.why();
      case SignedText.Pieces made -> {
        pieces.addAll(made.bytes());
        yield null;
      }
    };
  }

  /** The names count as the token spells them; each has to stand in the request once. */
  private static Verification.@Nullable Refused addHeaders(
      List<byte[]> pieces, TokenPayload.Detached rule, String list, SignedRequest request) {
    String[] names = list.isEmpty() ? new String[0] : list.split(",", MAX_HEADERS + 1);
    if (names.length > MAX_HEADERS) {
      return JwtVerifier.malformed("the token names more headers than it can");
    }
    List<HeaderName> signed = new ArrayList<>();
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        return JwtVerifier.malformed("the token names a header that cannot be one");
      }
      HeaderName header = HeaderName.of(name);
      switch (header.read(request.headers())) {
        case HeaderName.Reading.Single single ->
            pieces.add(SignedText.headerBytes(name + ": " + single.value() + "\n"));
        case HeaderName.Reading.Absent absent -> {
          return JwtVerifier.malformed("a header that the token signs is not there");
        }
        case HeaderName.Reading.Repeated repeated -> {
          return JwtVerifier.malformed("a header that the token signs stands twice");
        }
      }
      signed.add(header);
    }
    for (HeaderName must : rule.mustSign()) {
      if (signed.stream().noneMatch(header -> must.matches(header.name()))) {
        return JwtVerifier.malformed("the token does not sign the header " + must);
      }
    }
    return null;
  }
}
