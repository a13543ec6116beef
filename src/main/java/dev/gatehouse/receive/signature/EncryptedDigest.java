package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A salted digest that is encrypted with the secret: AES-CBC (padded, PKCS #7) of the hex digest of
 * the text and a salt, followed by that salt. The secret is the AES key.
 *
 * @param at where the base64 of it stands
 * @param over the text; the salt follows it
 * @param iv the fixed first block, 16 characters
 * @param saltCharacters how long the salt is
 */
public record EncryptedDigest(Hash hash, Place at, Template over, String iv, int saltCharacters)
    implements SignatureSpec {
  private static final Set<Integer> KEY_BYTES = Set.of(16, 24, 32);

  public EncryptedDigest {
    if (iv.getBytes(StandardCharsets.UTF_8).length != 16) {
      throw new SpecMistake("an iv is 16 characters");
    }
    if (saltCharacters < 1 || saltCharacters > 64) {
      throw new SpecMistake("a salt has 1 to 64 characters");
    }
  }

  static boolean isKey(Secret secret) {
    return !secret.isBlank()
        && KEY_BYTES.contains(secret.value().getBytes(StandardCharsets.UTF_8).length);
  }

  @Override
  public SignatureSpec with(Map<String, String> values) {
    return new EncryptedDigest(hash, at, over.with(values), iv, saltCharacters);
  }

  @Override
  public Coverage coverage() {
    Set<String> headers = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    over.headers().forEach(signed -> headers.addAll(signed.all()));
    return new Coverage(over.usesBody(), over.usesUrl(), headers);
  }

  @Override
  public Optional<String> mistakeIn(Secret secret) {
    return isKey(secret)
        ? Optional.empty()
        : Optional.of("the secret is an AES key of 16, 24 or 32 characters");
  }

  @Override
  public Set<String> headerNames() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    signatureHeaders().forEach(header -> names.addAll(header.all()));
    over.headers().forEach(signed -> names.addAll(signed.all()));
    return names;
  }

  @Override
  public List<HeaderName> requiredHeaders() {
    return signatureHeaders();
  }

  @Override
  public List<HeaderName> signatureHeaders() {
    return at instanceof Place.Header header ? List.of(header.name()) : List.of();
  }
}
