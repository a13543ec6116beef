package dev.gatehouse.receive.signature;

import dev.gatehouse.event.Headers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * Signs as the provider of a rule would: for outgoing requests, samples, load and tests. Shared by
 * all threads.
 */
public final class Signer {
  private static final String ONLY_THE_PROVIDER = "only the provider signs requests of this scheme";

  private final SignatureSpec spec;
  private final Optional<PreparedKeys> keys;

  private Signer(SignatureSpec spec, Optional<PreparedKeys> keys) {
    this.spec = spec;
    this.keys = keys;
  }

  public static Signer of(SignatureSpec spec) {
    return switch (spec) {
      case SignatureSpec.Hmac hmac ->
          new Signer(spec, Optional.of(new PreparedKeys(hmac.hash(), hmac.key())));
      case SignatureSpec.Token token -> new Signer(spec, Optional.empty());
      case TemplatedHash hash -> new Signer(spec, Optional.empty());
      case EncryptedDigest digest -> new Signer(spec, Optional.empty());
      case PlacedToken token -> new Signer(spec, Optional.empty());
      case Unverified none -> new Signer(spec, Optional.empty());
      case PublicKeySignature publicKey -> throw new IllegalArgumentException(ONLY_THE_PROVIDER);
      case HttpSignature http -> throw new IllegalArgumentException(ONLY_THE_PROVIDER);
      case JwtSignature jwt -> throw new IllegalArgumentException(ONLY_THE_PROVIDER);
    };
  }

  /**
   * The headers to add to a request: the signature and, where the rule puts it into a header of its
   * own, the time. Other signed headers, such as the id, must be in the request already.
   *
   * @param secrets one signature each where the format holds several, else only the first is used
   * @throws IllegalArgumentException when a secret does not decode or a signed header is not there
   */
  public Headers sign(SignedRequest request, List<Secret> secrets, Instant now) {
    if (secrets.isEmpty() && spec.needsSecret()) {
      throw new IllegalArgumentException("signing needs a secret");
    }
    return switch (spec) {
      case SignatureSpec.Hmac hmac -> hmac(hmac, request, secrets, now);
      case SignatureSpec.Token token ->
          Headers.of(token.header().name(), token.prefix() + secrets.getFirst().value());
      case TemplatedHash hash -> TemplatedSigning.sign(hash, request, secrets.getFirst(), now);
      case EncryptedDigest digest ->
          throw new IllegalArgumentException(
              "the checksum of this provider is part of the message");
      case PlacedToken token -> TemplatedSigning.token(token, secrets.getFirst());
      case Unverified none -> Headers.NONE;
      case PublicKeySignature publicKey -> throw new IllegalArgumentException(ONLY_THE_PROVIDER);
      case HttpSignature http -> throw new IllegalArgumentException(ONLY_THE_PROVIDER);
      case JwtSignature jwt -> throw new IllegalArgumentException(ONLY_THE_PROVIDER);
    };
  }

  private Headers hmac(
      SignatureSpec.Hmac hmac, SignedRequest request, List<Secret> secrets, Instant now) {
    String timestamp = hmac.timestamp() == null ? "" : hmac.timestamp().form().format(now);
    List<Headers.Field> fields = new ArrayList<>();
    if (hmac.timestamp() != null && hmac.timestamp().header() != null) {
      fields.add(new Headers.Field(hmac.timestamp().header().name(), timestamp));
    }
    List<byte[]> text =
        switch (SignedText.of(hmac.over(), request, timestamp)) {
          case SignedText.Pieces pieces -> pieces.bytes();
          case SignedText.Impossible impossible ->
              throw new IllegalArgumentException(impossible.why().detail());
        };
    List<String> digests = new ArrayList<>();
    for (Secret secret : secrets) {
      digests.add(hmac.format().encoding().encode(digest(secret, text)));
    }
    fields.add(new Headers.Field(hmac.header().name(), write(hmac.format(), digests, timestamp)));
    return new Headers(fields);
  }

  private byte[] digest(Secret secret, List<byte[]> text) {
    Mac mac =
        keys.flatMap(prepared -> prepared.mac(secret))
            .orElseThrow(
                () -> new IllegalArgumentException("the secret does not decode as its rule says"));
    text.forEach(mac::update);
    return mac.doFinal();
  }

  static String write(SignatureFormat format, List<String> digests, String timestamp) {
    return switch (format) {
      case SignatureFormat.Whole whole -> whole.prefix() + digests.getFirst();
      case SignatureFormat.Slots slots ->
          TemplatedSigning.write(slots, digests, timestamp, Map.of());
      case SignatureFormat.Listed listed -> {
        List<String> elements = new ArrayList<>();
        for (SignatureFormat.Listed.Element element : listed.order()) {
          switch (element) {
            case TIMESTAMP -> elements.add(listed.timestampPrefix() + timestamp);
            case SIGNATURE ->
                digests.forEach(digest -> elements.add(listed.signaturePrefix() + digest));
          }
        }
        yield String.join(String.valueOf(listed.separator()), elements);
      }
    };
  }
}
