package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.key.Base64Text;
import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import dev.gatehouse.receive.signature.key.SignatureCheck;
import dev.gatehouse.receive.signature.key.VerifyingKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks {@link HttpSignature} rules: the parts, the digest of the body, the key, the clock. */
final class HttpSignatureVerifier implements Verifier {
  private static final int MAX_CHECKS = 64;

  private final HttpSignature spec;
  private final SigningKeys keys = new SigningKeys();

  HttpSignatureVerifier(HttpSignature spec) {
    this.spec = spec;
  }

  /** A signature with the text it has to be over. */
  private record Candidate(MessageSignature signature, List<byte[]> text) {}

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    Optional<List<MessageSignature>> found = signatures(request);
    if (found.isEmpty()) {
      return absentOrMalformed(request);
    }
    Verification.Refused why =
        Refusals.refused(RefusalReason.MALFORMED, "no signature covers what has to be signed");
    List<Candidate> candidates = new ArrayList<>();
    for (MessageSignature each : found.get()) {
      if (each.parts().containsAll(spec.must())) {
        String text = text(each, request);
        if (text == null) {
          why = Refusals.refused(RefusalReason.MALFORMED, "a part that is signed is not there");
        } else {
          candidates.add(new Candidate(each, List.of(text.getBytes(StandardCharsets.ISO_8859_1))));
        }
      }
    }
    if (candidates.isEmpty()) {
      return why;
    }
    return isDigest(request)
        ? matched(candidates, request, secrets, now)
        : Refusals.refused(RefusalReason.MISMATCH, "the digest is not that of the body");
  }

  private Verification.Refused absentOrMalformed(SignedRequest request) {
    for (HeaderName header : spec.signatureHeaders()) {
      if (header.read(request.headers()) instanceof HeaderName.Reading.Absent) {
        return Refusals.missing(header);
      }
    }
    return Refusals.malformed(
        spec.signatureHeaders().getFirst(), "does not hold a signature of the expected form");
  }

  private Optional<List<MessageSignature>> signatures(SignedRequest request) {
    if (spec.dialect() == HttpSignature.Dialect.RFC9421) {
      String inputs = value(request, "signature-input");
      String signatures = value(request, "signature");
      return inputs == null || signatures == null
          ? Optional.empty()
          : MessageSignature.rfc9421(inputs, signatures);
    }
    return spec.header().read(request.headers()) instanceof HeaderName.Reading.Single single
            && single.value().startsWith(spec.prefix())
        ? MessageSignature.cavage(single.value().substring(spec.prefix().length())).map(List::of)
        : Optional.empty();
  }

  private Verification matched(
      List<Candidate> candidates, SignedRequest request, List<LiveSecret> secrets, Instant now) {
    boolean usable = false;
    boolean expired = false;
    for (LiveSecret secret : secrets) {
      boolean live = secret.liveAt(now);
      usable |= live && !keys.in(secret.secret()).isEmpty();
      for (Candidate each : candidates) {
        if (holds(secret.secret(), each)) {
          if (live) {
            return inTime(each.signature, request, secret.label(), now);
          }
          expired = true;
        }
      }
    }
    if (expired) {
      return Refusals.refused(
          RefusalReason.EXPIRED_SECRET, "signed with a key whose time has run out");
    }
    return usable
        ? Refusals.refused(RefusalReason.MISMATCH, "the signature belongs to no live key")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no key that can match");
  }

  private boolean holds(Secret secret, Candidate candidate) {
    int checks = 0;
    for (VerifyingKey key : keys.in(secret)) {
      if (key.answersTo(candidate.signature.keyId())) {
        for (KeyAlgorithm algorithm : spec.algorithms()) {
          if (++checks <= MAX_CHECKS
              && SignatureCheck.holds(
                  algorithm, key.key(), candidate.text, candidate.signature.signature())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private Verification inTime(
      MessageSignature signature, SignedRequest request, String label, Instant now) {
    Instant signedAt = signedAt(signature, request);
    String expires = signature.params().get("expires");
    Optional<Instant> end =
        expires == null ? Optional.empty() : TimestampForm.UNIX_S.parse(expires);
    if (expires != null && end.isEmpty()) {
      return Refusals.refused(RefusalReason.MALFORMED, "the end of the signature is no time");
    }
    if (end.isPresent() && !now.isBefore(end.get())) {
      return Refusals.refused(RefusalReason.STALE, "the signature has expired by its own word");
    }
    Duration tolerance = spec.tolerance();
    if (tolerance != null) {
      if (signedAt == null) {
        return Refusals.refused(RefusalReason.MALFORMED, "the time of signing is not there");
      }
      Verification.Refused late =
          new TimestampRule(null, TimestampForm.UNIX_S, tolerance).refusal(signedAt, now);
      if (late != null) {
        return late;
      }
    }
    return new Verification.Verified(label, signedAt);
  }

  private @Nullable Instant signedAt(MessageSignature signature, SignedRequest request) {
    String created = signature.params().get("created");
    boolean draft = spec.dialect() == HttpSignature.Dialect.CAVAGE;
    if (created != null && (!draft || signature.parts().contains("(created)"))) {
      return TimestampForm.UNIX_S.parse(created).orElse(null);
    }
    String date = signature.parts().contains("date") ? value(request, "date") : null;
    return date == null ? null : TimestampForm.RFC1123.parse(date).orElse(null);
  }

  /** The text that was signed; null when a part of it is not there or unknown. */
  @Nullable String text(MessageSignature signature, SignedRequest request) {
    boolean draft = spec.dialect() == HttpSignature.Dialect.CAVAGE;
    StringBuilder text = new StringBuilder();
    for (String part : signature.parts()) {
      String value = draft ? draftPart(part, signature, request) : part(part, request);
      if (value == null || value.indexOf('\n') >= 0) {
        return null;
      }
      if (draft) {
        text.append(text.isEmpty() ? "" : "\n").append(part).append(": ").append(value);
      } else {
        text.append('"').append(part).append("\": ").append(value).append('\n');
      }
    }
    return draft
        ? text.toString()
        : text.append("\"@signature-params\": ").append(signature.input()).toString();
  }

  private static @Nullable String draftPart(
      String part, MessageSignature signature, SignedRequest request) {
    return switch (part) {
      case "(request-target)" -> request.method().toLowerCase(Locale.ROOT) + " " + target(request);
      case "(created)" -> signature.params().get("created");
      case "(expires)" -> signature.params().get("expires");
      case "host" -> authority(request.url());
      default -> value(request, part);
    };
  }

  private static @Nullable String part(String part, SignedRequest request) {
    int mark = request.url().indexOf('?');
    return switch (part) {
      case "@method" -> request.method();
      case "@target-uri" -> request.url();
      case "@authority" -> authority(request.url());
      case "@scheme" -> request.url().startsWith("https:") ? "https" : "http";
      case "@request-target" -> target(request);
      case "@path" -> UrlText.path(request.url());
      case "@query" -> mark < 0 ? "?" : request.url().substring(mark);
      default -> part.startsWith("@") ? null : value(request, part);
    };
  }

  private static String target(SignedRequest request) {
    return UrlText.piece(Template.Part.UrlPiece.Piece.PATH_QUERY, request.url());
  }

  /** Of the URL the provider was told, never of what the request says of itself. */
  private static String authority(String url) {
    int from = url.indexOf("://") + 3;
    int end = from;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    String authority = url.substring(Math.min(from, end), end).toLowerCase(Locale.ROOT);
    String usual = url.startsWith("https:") ? ":443" : ":80";
    return authority.endsWith(usual)
        ? authority.substring(0, authority.length() - usual.length())
        : authority;
  }

  /** All values of a header as one; null when there is none. */
  private static @Nullable String value(SignedRequest request, String name) {
    List<String> values = request.headers().all(name);
    return values.isEmpty() || values.size() > 16
        ? null
        : String.join(", ", values.stream().map(String::strip).toList());
  }

  /** Whether a digest of a known kind is there, and all of a known kind are the body's. */
  private boolean isDigest(SignedRequest request) {
    String header = value(request, HttpSignature.digest(spec.dialect()));
    if (header == null) {
      return false;
    }
    boolean any = false;
    for (String item : header.split(",", 8)) {
      String text = item.strip();
      int equals = text.indexOf('=');
      Hash hash = equals < 0 ? null : hash(text.substring(0, equals));
      if (hash != null) {
        String value = text.substring(equals + 1);
        if (spec.dialect() == HttpSignature.Dialect.RFC9421) {
          if (value.length() < 2 || !value.startsWith(":") || !value.endsWith(":")) {
            return false;
          }
          value = value.substring(1, value.length() - 1);
        }
        byte[] expected = hash.digest(request.body().bytes());
        if (!Base64Text.standard(value)
            .map(given -> MessageDigest.isEqual(expected, given))
            .orElse(false)) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }

  private static @Nullable Hash hash(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "sha-256", "sha256" -> Hash.SHA256;
      case "sha-512", "sha512" -> Hash.SHA512;
      default -> null;
    };
  }
}
