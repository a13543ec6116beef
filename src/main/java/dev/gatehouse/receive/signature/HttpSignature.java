package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Signatures over chosen parts of an HTTP message: RFC 9421, or the draft before it (draft-cavage).
 * The request says which parts it signed; the rule says which it has to.
 *
 * @param header of the draft alone: where the signature stands
 * @param prefix of the draft alone: what stands before its parameters, such as {@code Signature }
 * @param algorithms the allowed ones; the key decides which of them counts, never the request
 * @param must parts that have to be signed, in lower case; one of them is a digest of the body, and
 *     one tells the time when there is a tolerance
 * @param tolerance how far the time of signing may be from now; null: the clock is not looked at
 */
public record HttpSignature(
    Dialect dialect,
    HeaderName header,
    String prefix,
    List<KeyAlgorithm> algorithms,
    List<String> must,
    @Nullable Duration tolerance)
    implements SignatureSpec {
  /** Which text. */
  public enum Dialect {
    /** {@code Signature-Input} and {@code Signature}. */
    RFC9421,
    /** One header with {@code keyId}, {@code signature}, {@code headers}. */
    CAVAGE
  }

  static final HeaderName INPUT = HeaderName.of("Signature-Input");
  static final HeaderName SIGNATURE = HeaderName.of("Signature");

  public HttpSignature {
    algorithms = List.copyOf(algorithms);
    must = List.copyOf(must);
    if (algorithms.isEmpty() || algorithms.size() > 4) {
      throw new SpecMistake("one to four algorithms can be allowed");
    }
    if (!must.contains(digest(dialect))) {
      throw new SpecMistake(
          "without " + digest(dialect) + " among must the signature says nothing of the body");
    }
    boolean timed =
        dialect == Dialect.RFC9421 || must.contains("date") || must.contains("(created)");
    if (tolerance != null && !timed) {
      throw new SpecMistake("with a tolerance date or (created) has to be among must");
    }
    for (String part : must) {
      if (!part.equals(part.toLowerCase(Locale.ROOT)) || part.isBlank()) {
        throw new SpecMistake("parts are written in lower case");
      }
    }
  }

  /** The header with the digest of the body, in lower case. */
  static String digest(Dialect dialect) {
    return dialect == Dialect.RFC9421 ? "content-digest" : "digest";
  }

  /** The headers among what has to be signed. */
  private List<String> headers() {
    return must.stream().filter(part -> !part.startsWith("@") && !part.startsWith("(")).toList();
  }

  @Override
  public Coverage coverage() {
    Set<String> signed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    signed.addAll(headers());
    boolean url = must.contains("@target-uri");
    return new Coverage(true, url, signed);
  }

  @Override
  public Optional<String> mistakeIn(Secret secret) {
    Optional<String> mistake = Optional.empty();
    for (KeyAlgorithm algorithm : algorithms) {
      mistake = SigningKeys.mistakeIn(secret, algorithm);
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
    requiredHeaders().forEach(each -> names.addAll(each.all()));
    return names;
  }

  @Override
  public List<HeaderName> requiredHeaders() {
    List<HeaderName> required = new ArrayList<>(signatureHeaders());
    headers().forEach(name -> required.add(HeaderName.of(name)));
    return List.copyOf(required);
  }

  @Override
  public List<HeaderName> signatureHeaders() {
    return dialect == Dialect.RFC9421 ? List.of(INPUT, SIGNATURE) : List.of(header);
  }
}
