package dev.gatehouse.receive.signature.key;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Reads public keys from the forms people paste and providers publish: PEM (public keys of both
 * kinds and certificates, several of them), a JWK, a JWKS, or bare hex or base64 (32 bytes of
 * Ed25519, an uncompressed point, a SubjectPublicKeyInfo).
 */
public final class PublicKeyText {
  private PublicKeyText() {}

  /** Reads what an operator pasted: everything in it has to be a key. */
  public static KeyReading pasted(String text) {
    return read(text, false);
  }

  /** Reads what a provider publishes: keys of unknown kinds are passed over in a JWKS. */
  public static KeyReading published(String text) {
    return read(text, true);
  }

  /**
   * True for a text that is a public key, in any spelling and of any kind: never to be used as a
   * shared secret. Bare Ed25519 keys cannot be told from shared secrets and are not counted.
   */
  public static boolean looksPublic(String text) {
    return PublicShape.isCertain(text);
  }

  /** The same, and true for texts that can be the first coordinate of a point. */
  public static boolean canBePublic(String text) {
    return PublicShape.isCertain(text) || PublicShape.isShortPoint(text);
  }

  /**
   * The certificates of a PEM text in their order.
   *
   * @return empty when there is none, or something else among them
   */
  public static List<X509Certificate> certificates(String pem) {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      for (Pem.Block block : Pem.blocks(pem)) {
        if (!block.label().equals("CERTIFICATE")) {
          return List.of();
        }
        certificates.add(Keys.certificate(block.der()));
      }
    } catch (UnreadableKey e) {
      return List.of();
    }
    return List.copyOf(certificates);
  }

  private static KeyReading read(String text, boolean lenient) {
    try {
      String stripped = text.strip();
      if (Pem.isPem(stripped)) {
        return new KeyReading.Keys(pem(stripped));
      }
      return new KeyReading.Keys(
          stripped.startsWith("{")
              ? Jwks.read(stripped, lenient)
              : List.of(VerifyingKey.of(Keys.bare(bytes(stripped)))));
    } catch (UnreadableKey unreadable) {
      return new KeyReading.Unreadable(unreadable.why());
    }
  }

  private static List<VerifyingKey> pem(String text) throws UnreadableKey {
    List<VerifyingKey> keys = new ArrayList<>();
    for (Pem.Block block : Pem.blocks(text)) {
      keys.add(
          new VerifyingKey(
              switch (block.label()) {
                case "PUBLIC KEY" -> Keys.spki(block.der());
                case "RSA PUBLIC KEY" -> Keys.pkcs1(block.der());
                case "CERTIFICATE" -> Keys.sound(Keys.certificate(block.der()).getPublicKey());
                default ->
                    throw new UnreadableKey(
                        block.label().contains("PRIVATE")
                            ? "this is a private key; paste the public one"
                            : "a PEM block is neither a public key nor a certificate");
              },
              block.kid(),
              null));
    }
    return keys;
  }

  private static byte[] bytes(String text) throws UnreadableKey {
    if (text.length() % 2 == 0 && text.chars().allMatch(HexFormat::isHexDigit)) {
      return HexFormat.of().parseHex(text);
    }
    Optional<byte[]> base64 = Base64Text.standard(text);
    if (base64.isEmpty()) {
      base64 = Base64Text.url(text);
    }
    return base64.orElseThrow(
        () -> new UnreadableKey("the key is neither PEM, JWK, JWKS, hex nor base64"));
  }
}
