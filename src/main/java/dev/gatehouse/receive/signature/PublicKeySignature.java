package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A signature made with a private key over a text from the request; the source holds the public
 * one, or fetches it.
 *
 * @param methods the allowed ones, each with curve, hash and form pinned
 * @param methodPlace where the request names one of them; null: there is but one
 * @param places where it may stand; of several any may hold the one that counts, and one is enough
 * @param envelope how it is written there
 * @param over the texts it may be about, tried in order
 * @param timestamp null when the provider signs no time; never a field of the signature header
 * @param keyId the header that names the key; null when there is none: then every key is tried
 * @param keys where the keys can be fetched; null: nowhere
 */
public record PublicKeySignature(
    List<Method> methods,
    @Nullable Place methodPlace,
    List<Place> places,
    Envelope envelope,
    List<Template> over,
    @Nullable TimestampRule timestamp,
    @Nullable HeaderName keyId,
    @Nullable KeySource keys)
    implements SignatureSpec {
  /** Bounds the work: texts × signatures × keys. */
  private static final int MOST = 4;

  /**
   * One way to sign.
   *
   * @param word what a request calls it; empty when it names none
   */
  public record Method(String word, KeyAlgorithm algorithm) {}

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
    methods = List.copyOf(methods);
    places = List.copyOf(places);
    over = List.copyOf(over);
    if (places.isEmpty() || places.size() > MOST) {
      throw new SpecMistake("a signature stands at one to four places");
    }
    if (methods.isEmpty() || over.isEmpty() || over.size() > MOST) {
      throw new SpecMistake("a rule has an algorithm and one to four signed texts");
    }
    if ((methodPlace == null) != (methods.size() == 1 && methods.getFirst().word().isEmpty())) {
      throw new SpecMistake("several hashes need a place that names one: hashes and hash_from");
    }
    for (Template text : over) {
      if (text.usesTimestamp() && (timestamp == null || timestamp.inFormat())) {
        throw new SpecMistake("{timestamp} is signed, so say where it stands: timestamp");
      }
      if (timestamp != null && timestamp.tolerance() != null && !isSigned(text, timestamp)) {
        throw new SpecMistake("a timestamp that is not signed proves nothing: put it into over");
      }
    }
  }

  private static boolean isSigned(Template text, TimestampRule rule) {
    return text.usesTimestamp() || rule.place() != null && text.covers(rule.place());
  }

  @Override
  public @Nullable KeySource keySource() {
    return keys;
  }

  @Override
  public PublicKeySignature with(Map<String, String> values) {
    return with(
        over.stream().map(text -> text.with(values)).toList(),
        keys == null ? null : keys.with(values));
  }

  @Override
  public PublicKeySignature withoutOpenValues() {
    return with(over.stream().map(Template::withoutOpenChecks).toList(), keys);
  }

  private PublicKeySignature with(List<Template> texts, @Nullable KeySource from) {
    return new PublicKeySignature(
        methods, methodPlace, places, envelope, texts, timestamp, keyId, from);
  }

  @Override
  public Set<String> neededValues() {
    Set<String> names = new TreeSet<>();
    over.forEach(text -> names.addAll(text.configured()));
    if (keys != null) {
      names.addAll(keys.configured());
    }
    return names;
  }

  @Override
  public Coverage coverage() {
    Set<String> signed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    over.getFirst().headers().forEach(header -> signed.addAll(header.all()));
    over.forEach(
        text ->
            signed.removeIf(
                name -> text.headers().stream().noneMatch(header -> header.matches(name))));
    boolean timed = over.stream().allMatch(Template::usesTimestamp);
    if (timed && timestamp != null && timestamp.header() != null) {
      signed.addAll(timestamp.header().all());
    }
    return new Coverage(
        over.stream().allMatch(Template::usesBody),
        over.stream().allMatch(Template::usesUrl),
        signed);
  }

  @Override
  public Optional<String> mistakeIn(Secret secret) {
    Optional<String> mistake = Optional.empty();
    for (Method method : methods) {
      mistake = SigningKeys.mistakeIn(secret, method.algorithm());
      if (mistake.isEmpty()) {
        return mistake;
      }
    }
    return mistake;
  }

  @Override
  public boolean signable() {
    return false;
  }

  @Override
  public Set<String> headerNames() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    signatureHeaders().forEach(header -> names.addAll(header.all()));
    over.forEach(text -> text.headers().forEach(header -> names.addAll(header.all())));
    requiredHeaders().forEach(header -> names.addAll(header.all()));
    return names;
  }

  @Override
  public List<HeaderName> signatureHeaders() {
    List<HeaderName> headers = new ArrayList<>();
    for (Place place : places) {
      if (place instanceof Place.Header header) {
        headers.add(header.name());
      }
    }
    return headers;
  }

  @Override
  public List<HeaderName> requiredHeaders() {
    List<HeaderName> required = new ArrayList<>();
    if (places.size() == 1) {
      required.addAll(signatureHeaders());
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
