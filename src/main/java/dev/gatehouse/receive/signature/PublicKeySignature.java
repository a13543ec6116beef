package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A signature made with a private key over a text from the request; the source holds the public
 * one.
 *
 * @param algorithm with the curve, hash and form pinned
 * @param headers where it may stand; of several any may hold the one that counts, and one is enough
 * @param envelope how it is written there
 * @param over the signed text
 * @param timestamp null when the provider signs no time; never a field of the signature header
 * @param keyId the header that names the key; null when there is none: then every key is tried
 */
public record PublicKeySignature(
    KeyAlgorithm algorithm,
    List<HeaderName> headers,
    Envelope envelope,
    Template over,
    @Nullable TimestampRule timestamp,
    @Nullable HeaderName keyId)
    implements SignatureSpec {

  /** How a signature of unknown length is written. */
  public sealed interface Envelope {
    /** A text behind a fixed beginning, which may be empty. */
    record Plain(String prefix, TextEncoding encoding) implements Envelope {}

    /**
     * Base64 of a JSON object with {@code signature} (base64) and {@code kid} in it; what else it
     * says, such as an algorithm, counts for nothing.
     */
    record Base64Json() implements Envelope {}
  }

  public PublicKeySignature {
    headers = List.copyOf(headers);
    if (headers.isEmpty() || headers.size() > 4) {
      throw new SpecMistake("a signature stands in one to four headers");
    }
    if (over.usesTimestamp() && (timestamp == null || timestamp.header() == null)) {
      throw new SpecMistake("{timestamp} is signed, so say where it stands: timestamp");
    }
    if (timestamp != null && timestamp.tolerance() != null && !over.usesTimestamp()) {
      throw new SpecMistake("a timestamp that is not signed proves nothing: put it into over");
    }
  }

  @Override
  public Coverage coverage() {
    Set<String> signed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    over.headers().forEach(header -> signed.addAll(header.all()));
    if (over.usesTimestamp() && timestamp != null && timestamp.header() != null) {
      signed.addAll(timestamp.header().all());
    }
    return new Coverage(over.usesBody(), over.usesUrl(), signed);
  }

  @Override
  public Optional<String> mistakeIn(Secret secret) {
    return SigningKeys.mistakeIn(secret, algorithm);
  }

  @Override
  public boolean signable() {
    return false;
  }

  @Override
  public Set<String> headerNames() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach(header -> names.addAll(header.all()));
    over.headers().forEach(header -> names.addAll(header.all()));
    requiredHeaders().forEach(header -> names.addAll(header.all()));
    return names;
  }

  @Override
  public List<HeaderName> signatureHeaders() {
    return headers;
  }

  @Override
  public List<HeaderName> requiredHeaders() {
    List<HeaderName> required = new ArrayList<>();
    if (headers.size() == 1) {
      required.add(headers.getFirst());
    }
    if (timestamp != null && timestamp.header() != null) {
      required.add(timestamp.header());
    }
    if (keyId != null) {
      required.add(keyId);
    }
    return List.copyOf(required);
  }
}
