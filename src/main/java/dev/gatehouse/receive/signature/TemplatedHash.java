package dev.gatehouse.receive.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A hash with a shared secret, keyed or plain, in all the ways beyond {@link SignatureSpec.Hmac}.
 *
 * @param methods the allowed ones, the first of which counts where the request or the operator
 *     names none
 * @param methodPlace where the request names one of them; null: it does not, or in the value itself
 * @param methodValue the operator's value that names one of them; null: none does
 * @param places where a signature may stand; one of them is enough
 * @param over the texts it may be about, tried in order
 * @param key how the secret becomes the key of an HMAC
 * @param items where the batch is whose items are signed one by one, below the body; null: no batch
 * @param values what the operator configured
 */
public record TemplatedHash(
    List<Method> methods,
    @Nullable Place methodPlace,
    @Nullable String methodValue,
    List<Place> places,
    List<Template> over,
    KeyForm key,
    @Nullable TimestampRule timestamp,
    @Nullable List<String> items,
    Map<String, String> values)
    implements SignatureSpec {
  /** Bounds the work: texts × signatures × secrets. */
  private static final int MAX_TEXTS = 4;

  /**
   * One way to compute it.
   *
   * @param word what a request or operator calls it; empty when nobody names it
   * @param format how the signature is written with it
   */
  public record Method(String word, Hash hash, Use use, SignatureFormat format) {
    /** How the secret goes in. */
    public enum Use {
      HMAC,
      /** A plain hash; the secret stands in the text. */
      PLAIN,
      /** A plain hash of the text and the secret after it. */
      SECRET_LAST
    }

    public Method {
      if (use == Use.HMAC && hash.jcaMac().isEmpty()) {
        throw new SpecMistake("there is no hmac of this hash");
      }
    }
  }

  public TemplatedHash {
    methods = List.copyOf(methods);
    places = List.copyOf(places);
    over = List.copyOf(over);
    values = Map.copyOf(values);
    if (methods.isEmpty() || places.isEmpty() || over.isEmpty() || over.size() > MAX_TEXTS) {
      throw new SpecMistake("a rule has a hash, a place and one to " + MAX_TEXTS + " signed texts");
    }
    for (Template text : over) {
      for (Method method : methods) {
        boolean hasSecret = text.all().anyMatch(Template.Part.SecretText.class::isInstance);
        if (method.use == Method.Use.PLAIN && !hasSecret) {
          throw new SpecMistake("a plain digest proves nothing unless {secret} is in the text");
        }
      }
      if (text.usesTimestamp() && timestamp == null) {
        throw new SpecMistake("{timestamp} is signed, so say where it stands: timestamp");
      }
      if (timestamp != null && timestamp.tolerance() != null && !signed(text, timestamp)) {
        throw new SpecMistake("a timestamp that is not signed proves nothing: put it into over");
      }
    }
    for (Method method : methods) {
      boolean inFormat = method.format.carriesTimestamp();
      if (inFormat != (timestamp != null && timestamp.inFormat())) {
        throw new SpecMistake(
            "the timestamp stands at a place or as {timestamp} in the format, and only there");
      }
    }
  }

  private static boolean signed(Template text, TimestampRule rule) {
    // A value below the body is signed with the body.
    boolean inBody =
        rule.place() instanceof Place.Json
            || rule.place() instanceof Place.Form
            || rule.place() instanceof Place.Xml;
    HeaderName header = rule.header();
    boolean listed =
        header != null
            && text.parts().stream()
                .anyMatch(
                    part ->
                        part instanceof Template.Part.Listing listing
                            && listing.list().covers(header));
    return text.usesTimestamp()
        || listed
        || inBody && text.usesBody()
        || rule.place() != null && text.covers(rule.place())
        || rule.place() instanceof Place.Query && text.usesUrl();
  }

  /** The same with the operator's values. */
  @Override
  public TemplatedHash with(Map<String, String> given) {
    return new TemplatedHash(
        methods,
        methodPlace,
        methodValue,
        places,
        over.stream().map(text -> text.with(given)).toList(),
        key,
        timestamp,
        items,
        given);
  }

  @Override
  public Set<String> neededValues() {
    Set<String> names = new TreeSet<>();
    over.forEach(text -> names.addAll(text.configured()));
    methods.forEach(method -> names.addAll(method.format.configured()));
    return names;
  }

  @Override
  public Set<String> optionalValues() {
    return methodValue == null ? Set.of() : Set.of(methodValue);
  }

  @Override
  public Coverage coverage() {
    Set<String> headers = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    over.getFirst().headers().forEach(signed -> headers.addAll(signed.all()));
    over.forEach(
        text ->
            headers.removeIf(
                name -> text.headers().stream().noneMatch(signed -> signed.matches(name))));
    boolean timed = over.stream().allMatch(Template::usesTimestamp);
    if (timed && timestamp != null && timestamp.header() != null) {
      headers.addAll(timestamp.header().all());
    }
    return new Coverage(
        over.stream().allMatch(Template::usesBody),
        over.stream().allMatch(Template::usesUrl),
        headers);
  }

  @Override
  public Optional<String> mistakeIn(Secret secret) {
    return key.mistakeIn(secret);
  }

  @Override
  public List<HeaderName> requiredHeaders() {
    List<HeaderName> required = new ArrayList<>();
    if (places.size() == 1 && places.getFirst() instanceof Place.Header header) {
      required.add(header.name());
    }
    if (timestamp != null && timestamp.header() != null) {
      required.add(timestamp.header());
    }
    return required;
  }

  @Override
  public List<HeaderName> signatureHeaders() {
    List<HeaderName> headers = new ArrayList<>();
    for (Place place : places) {
      switch (place) {
        case Place.Header header -> headers.add(header.name());
        case Place.Numbered numbered -> {
          for (int i = 1; i <= RequestParts.MAX_NUMBERED; i++) {
            headers.add(HeaderName.of(numbered.before() + i));
          }
        }
        default -> {}
      }
    }
    return headers;
  }

  @Override
  public Set<String> headerNames() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    signatureHeaders().forEach(header -> names.addAll(header.all()));
    over.forEach(text -> text.headers().forEach(signed -> names.addAll(signed.all())));
    if (timestamp != null && timestamp.header() != null) {
      names.addAll(timestamp.header().all());
    }
    return names;
  }
}
