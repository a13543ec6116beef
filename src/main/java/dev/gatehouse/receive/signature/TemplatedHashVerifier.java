package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Checks {@link TemplatedHash} rules; the clock is looked at last, as with {@link HmacVerifier}.
 */
final class TemplatedHashVerifier implements Verifier {
  /** More than a batch of signed items holds; bounds the hashing. */
  private static final int MAX_ITEMS = 200;

  private final TemplatedHash spec;
  private final Map<Hash, PreparedKeys> keys = new EnumMap<>(Hash.class);

  TemplatedHashVerifier(TemplatedHash spec) {
    this.spec = spec;
    for (TemplatedHash.Method method : spec.methods()) {
      if (method.use() == TemplatedHash.Method.Use.HMAC) {
        keys.put(method.hash(), new PreparedKeys(method.hash(), spec.key()));
      }
    }
  }

  /** One signature that could be right. */
  private record Candidate(
      TemplatedHash.Method method, SignatureHeader.Parsed parsed, List<String> elements) {}

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    RequestParts parts = new RequestParts(request);
    List<String> batch = spec.items();
    if (batch == null) {
      return one(parts, null, secrets, now);
    }
    List<JsonTree> items = parts.json().map(root -> root.at(batch)).orElse(List.of());
    if (items.isEmpty() || items.size() > MAX_ITEMS) {
      return Refusals.refused(
          RefusalReason.MALFORMED,
          "the body holds no batch of 1 to " + MAX_ITEMS + " signed items");
    }
    Verification last = one(parts, items.getFirst(), secrets, now);
    for (int i = 1; i < items.size() && last instanceof Verification.Verified; i++) {
      last = one(parts, items.get(i), secrets, now);
    }
    return last;
  }

  private Verification one(
      RequestParts parts, @Nullable JsonTree item, List<LiveSecret> secrets, Instant now) {
    List<TemplatedHash.Method> methods = methods(parts, item);
    if (methods.isEmpty()) {
      return Refusals.refused(
          RefusalReason.MALFORMED, "the request names a method that this source does not allow");
    }
    List<Candidate> candidates = new ArrayList<>();
    Verification.Refused why = Refusals.missing(spec.places().getFirst());
    for (Place place : spec.places()) {
      for (HeaderName.Reading reading : readings(parts, place, item)) {
        switch (reading) {
          case HeaderName.Reading.Absent absent -> {}
          case HeaderName.Reading.Repeated repeated -> {
            return Refusals.repeated(place);
          }
          case HeaderName.Reading.Single single -> {
            Verification.Refused broken = read(place, single.value(), methods, candidates);
            why = broken == null ? why : broken;
          }
        }
      }
    }
    return candidates.isEmpty() ? why : tried(candidates, parts, item, secrets, now);
  }

  private static List<HeaderName.Reading> readings(
      RequestParts parts, Place place, @Nullable JsonTree item) {
    if (place instanceof Place.Numbered) {
      List<HeaderName.Reading> readings = new ArrayList<>();
      parts.all(place, item).forEach(v -> readings.add(new HeaderName.Reading.Single(v)));
      return readings;
    }
    return List.of(parts.read(place, item));
  }

  /** Those that may have been used: named by the operator, by the request, or any allowed one. */
  private List<TemplatedHash.Method> methods(RequestParts parts, @Nullable JsonTree item) {
    String word = spec.methodValue() == null ? null : spec.values().get(spec.methodValue());
    if (spec.methodPlace() != null) {
      switch (parts.read(spec.methodPlace(), item)) {
        case HeaderName.Reading.Single single -> word = single.value();
        case HeaderName.Reading.Absent absent -> {}
        case HeaderName.Reading.Repeated repeated -> {
          return List.of();
        }
      }
    } else if (spec.methodValue() == null) {
      return spec.methods();
    }
    if (word == null) {
      return List.of(spec.methods().getFirst());
    }
    String named = word;
    return spec.methods().stream().filter(method -> method.word().equals(named)).toList();
  }

  private Verification.@Nullable Refused read(
      Place place, String value, List<TemplatedHash.Method> methods, List<Candidate> candidates) {
    Verification.Refused why = null;
    for (TemplatedHash.Method method : methods) {
      switch (SignatureHeader.parse(
          place, value, method.format(), method.hash().bytes(), spec.values())) {
        case SignatureHeader.Broken broken -> why = broken.why();
        case SignatureHeader.Parsed parsed ->
            candidates.add(new Candidate(method, parsed, elements(method.format(), value)));
      }
    }
    return why;
  }

  private static List<String> elements(SignatureFormat format, String value) {
    if (!(format instanceof SignatureFormat.Listed listed)) {
      return List.of();
    }
    List<String> elements = new ArrayList<>();
    for (int start = 0; start <= value.length(); ) {
      int end = value.indexOf(listed.separator(), start);
      end = end < 0 ? value.length() : end;
      elements.add(value.substring(start, end).strip());
      start = end + 1;
    }
    return elements;
  }

  private Verification tried(
      List<Candidate> candidates,
      RequestParts parts,
      @Nullable JsonTree item,
      List<LiveSecret> secrets,
      Instant now) {
    Verification.Refused why = null;
    boolean usable = false;
    boolean expired = false;
    for (Candidate candidate : candidates) {
      Time time = time(candidate, parts, item);
      if (time.why != null) {
        why = time.why;
        continue;
      }
      for (LiveSecret secret : secrets) {
        if (secret.secret().isBlank() || spec.key().key(secret.secret()).isEmpty()) {
          continue;
        }
        boolean live = secret.liveAt(now);
        usable |= live;
        for (Template template : spec.over()) {
          SignedText.Sources sources =
              new SignedText.Sources(parts, time.text, candidate.elements, item, secret.secret());
          switch (SignedText.of(template, sources)) {
            case SignedText.Impossible impossible -> why = impossible.why();
            case SignedText.Pieces text -> {
              if (matches(candidate, text.bytes(), secret.secret())) {
                if (live) {
                  return inTime(secret.label(), time.signedAt, now);
                }
                expired = true;
              }
            }
          }
        }
      }
    }
    if (expired) {
      return Refusals.refused(
          RefusalReason.EXPIRED_SECRET, "signed with a secret whose time has run out");
    }
    if (why != null) {
      return why;
    }
    return usable
        ? Refusals.refused(RefusalReason.MISMATCH, "no signature matches any live secret")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no secret that can match");
  }

  private Verification inTime(String label, @Nullable Instant signedAt, Instant now) {
    TimestampRule rule = spec.timestamp();
    Verification.Refused late = rule == null ? null : rule.refusal(signedAt, now);
    return late == null ? new Verification.Verified(label, signedAt) : late;
  }

  private record Time(
      String text, @Nullable Instant signedAt, Verification.@Nullable Refused why) {}

  private Time time(Candidate candidate, RequestParts parts, @Nullable JsonTree item) {
    TimestampRule rule = spec.timestamp();
    if (rule == null) {
      return new Time("", null, null);
    }
    String text = candidate.parsed.timestamp() == null ? "" : candidate.parsed.timestamp();
    Place place = rule.header() != null ? new Place.Header(rule.header(), null) : rule.place();
    if (place != null) {
      switch (parts.read(place, item)) {
        case HeaderName.Reading.Single single -> text = single.value();
        case HeaderName.Reading.Absent absent -> {
          return new Time("", null, Refusals.missing(place));
        }
        case HeaderName.Reading.Repeated repeated -> {
          return new Time("", null, Refusals.repeated(place));
        }
      }
    }
    Optional<Instant> at = rule.form().parse(text);
    return at.isPresent()
        ? new Time(text, at.get(), null)
        : new Time(
            "",
            null,
            Refusals.malformed(
                place == null ? spec.places().getFirst() : place, "holds no readable timestamp"));
  }

  private boolean matches(Candidate candidate, List<byte[]> text, Secret secret) {
    byte[] expected = digest(candidate.method, text, secret);
    boolean matched = false;
    for (byte[] digest : candidate.parsed.digests()) {
      // Lengths first: isEqual of two empty arrays is true.
      matched |= digest.length == expected.length && MessageDigest.isEqual(expected, digest);
    }
    return matched && expected.length > 0;
  }

  private byte[] digest(TemplatedHash.Method method, List<byte[]> text, Secret secret) {
    PreparedKeys prepared = keys.get(method.hash());
    if (method.use() == TemplatedHash.Method.Use.HMAC && prepared != null) {
      Mac mac = prepared.mac(secret).orElse(null);
      if (mac == null) {
        return new byte[0];
      }
      text.forEach(mac::update);
      return mac.doFinal();
    }
    MessageDigest digest = method.hash().newDigest();
    text.forEach(digest::update);
    if (method.use() == TemplatedHash.Method.Use.SECRET_LAST) {
      digest.update(secret.value().getBytes(StandardCharsets.UTF_8));
    }
    return digest.digest();
  }

  /** The signature itself, for the signer. */
  String sign(SignedRequest request, Secret secret, String timestamp) {
    TemplatedHash.Method method = spec.methods().getFirst();
    return switch (SignedText.of(
        spec.over().getFirst(),
        new SignedText.Sources(new RequestParts(request), timestamp, List.of(), null, secret))) {
      case SignedText.Pieces text ->
          method.format().encoding().encode(digest(method, text.bytes(), secret));
      case SignedText.Impossible impossible ->
          throw new IllegalArgumentException(impossible.why().detail());
    };
  }
}
