package dev.gatehouse.receive.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How one provider signs, as data: everything a {@link Verifier} and a {@link Signer} need. */
public sealed interface SignatureSpec
    permits SignatureSpec.Hmac,
        SignatureSpec.Token,
        TemplatedHash,
        EncryptedDigest,
        PlacedToken,
        Unverified,
        PublicKeySignature,
        HttpSignature,
        JwtSignature {
  /** Which parts of the request the signature is about. */
  Coverage coverage();

  /** What is wrong with a secret for this scheme, for the configuration check. */
  Optional<String> mistakeIn(Secret secret);

  /** Every header the check reads, with aliases; a refusal may name them. */
  Set<String> headerNames();

  /** Headers without which no request can verify: it is refused before its body is read. */
  List<HeaderName> requiredHeaders();

  /** Headers that carry what proves the sender: they are never stored. */
  List<HeaderName> signatureHeaders();

  /** False for a scheme that proves nothing, so that there is nothing to hold. */
  default boolean needsSecret() {
    return true;
  }

  /** Where the public keys can be fetched; null: they are pasted, or there are none. */
  default @Nullable KeySource keySource() {
    return null;
  }

  /** False where the provider alone can sign, so that no sample can be made here. */
  default boolean signable() {
    return true;
  }

  /** Names of the values that the operator has to give for this rule. */
  default Set<String> neededValues() {
    return Set.of();
  }

  /** Names of the values that the operator may give. */
  default Set<String> optionalValues() {
    return Set.of();
  }

  /** The rule with the operator's values in it. */
  default SignatureSpec with(Map<String, String> values) {
    return this;
  }

  /**
   * The rule without the demands that only a value of the operator's makes and that no value was
   * given for. For recorded requests, whose receiver was not asked for them; never for a source.
   */
  default SignatureSpec withoutOpenValues() {
    return this;
  }

  /**
   * A keyed hash over a text made from the request.
   *
   * @param header where the signature stands
   * @param format how it is written there
   * @param over the signed text
   * @param timestamp null when the provider signs no time
   */
  record Hmac(
      Hash hash,
      HeaderName header,
      SignatureFormat format,
      Template over,
      KeyForm key,
      @Nullable TimestampRule timestamp)
      implements SignatureSpec {
    public Hmac {
      if (hash.jcaMac().isEmpty()) {
        throw new SpecMistake("there is no hmac of this hash");
      }
      boolean inFormat = format.carriesTimestamp();
      if (over.usesTimestamp() && timestamp == null) {
        throw new SpecMistake("{timestamp} is signed, so say where it stands: timestamp");
      }
      if (timestamp != null && (timestamp.header() == null) != inFormat) {
        throw new SpecMistake(
            "the timestamp stands in a header or as {timestamp} in the format, and only there");
      }
      if (timestamp == null && inFormat) {
        throw new SpecMistake("{timestamp} in the format needs a timestamp rule");
      }
      if (timestamp != null && timestamp.tolerance() != null && !over.usesTimestamp()) {
        throw new SpecMistake("a timestamp that is not signed proves nothing: put it into over");
      }
    }

    @Override
    public Coverage coverage() {
      Set<String> headers = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
      // Aliases too: the check refuses a request in which they contradict the name.
      over.headers().forEach(signed -> headers.addAll(signed.all()));
      if (over.usesTimestamp() && timestamp != null && timestamp.header() != null) {
        headers.addAll(timestamp.header().all());
      }
      return new Coverage(over.usesBody(), over.usesUrl(), headers);
    }

    @Override
    public Optional<String> mistakeIn(Secret secret) {
      return key.mistakeIn(secret);
    }

    @Override
    public List<HeaderName> requiredHeaders() {
      List<HeaderName> required = new ArrayList<>(List.of(header));
      if (timestamp != null && timestamp.header() != null) {
        required.add(timestamp.header());
      }
      return required;
    }

    @Override
    public List<HeaderName> signatureHeaders() {
      return List.of(header);
    }

    @Override
    public Set<String> headerNames() {
      Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
      names.addAll(header.all());
      over.headers().forEach(signed -> names.addAll(signed.all()));
      if (timestamp != null && timestamp.header() != null) {
        names.addAll(timestamp.header().all());
      }
      return names;
    }
  }

  /**
   * The secret itself in a header: proves that the sender knows it and nothing about the body.
   *
   * @param prefix stands before it, such as {@code Bearer }; may be empty
   */
  record Token(HeaderName header, String prefix) implements SignatureSpec {
    @Override
    public Coverage coverage() {
      return Coverage.NOTHING;
    }

    @Override
    public Optional<String> mistakeIn(Secret secret) {
      return KeyForm.UTF8.mistakeIn(secret);
    }

    @Override
    public List<HeaderName> requiredHeaders() {
      return List.of(header);
    }

    @Override
    public List<HeaderName> signatureHeaders() {
      return List.of(header);
    }

    @Override
    public Set<String> headerNames() {
      return Set.copyOf(header.all());
    }
  }
}
