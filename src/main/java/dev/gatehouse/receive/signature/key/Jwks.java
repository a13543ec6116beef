package dev.gatehouse.receive.signature.key;

import java.math.BigInteger;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** JSON Web Keys (RFC 7517, 7518, 8037): one, or a set. */
final class Jwks {
  private static final int MAX_KEYS = 64;

  private Jwks() {}

  /**
   * @param lenient pass over keys of unknown kinds, as RFC 7517 asks for a published set
   */
  static List<VerifyingKey> read(String text, boolean lenient) throws UnreadableKey {
    JsonNode root =
        StrictJson.object(text)
            .orElseThrow(() -> new UnreadableKey("the key is neither a JWK nor a set of them"));
    if (!root.has("keys")) {
      return List.of(one(root));
    }
    if (!root.path("keys").isArray() || root.path("keys").size() > MAX_KEYS) {
      throw new UnreadableKey("keys is a list of at most " + MAX_KEYS + " JWKs");
    }
    List<VerifyingKey> keys = new ArrayList<>();
    for (JsonNode each : root.path("keys")) {
      try {
        keys.add(one(each));
      } catch (UnreadableKey unknown) {
        if (!lenient) {
          throw unknown;
        }
      }
    }
    if (keys.isEmpty()) {
      throw new UnreadableKey("the set holds no key for signatures");
    }
    return keys;
  }

  private static VerifyingKey one(JsonNode jwk) throws UnreadableKey {
    for (String secret : List.of("d", "k", "p", "q")) {
      if (jwk.has(secret)) {
        throw new UnreadableKey("this JWK holds a private or shared key; paste the public one");
      }
    }
    if (jwk.has("use") && !text(jwk, "use").equals("sig")) {
      throw new UnreadableKey("this JWK is not for signatures");
    }
    return new VerifyingKey(
        switch (text(jwk, "kty")) {
          case "RSA" ->
              Keys.make(
                  "RSA",
                  new RSAPublicKeySpec(
                      new BigInteger(1, bytes(jwk, "n", 1, 1025)),
                      new BigInteger(1, bytes(jwk, "e", 1, 9))));
          case "EC" -> ec(jwk);
          case "OKP" -> okp(jwk);
          default -> throw new UnreadableKey("this JWK is of a kind that is not known here");
        },
        optional(jwk, "kid"),
        optional(jwk, "alg"));
  }

  private static java.security.PublicKey ec(JsonNode jwk) throws UnreadableKey {
    Curve curve =
        Curve.ofJwk(text(jwk, "crv"))
            .orElseThrow(() -> new UnreadableKey("a JWK on P-256, P-384 or P-521 is needed"));
    BigInteger x = new BigInteger(1, bytes(jwk, "x", curve.bytes(), curve.bytes()));
    BigInteger y = new BigInteger(1, bytes(jwk, "y", curve.bytes(), curve.bytes()));
    return Keys.make("EC", new ECPublicKeySpec(new ECPoint(x, y), curve.parameters()));
  }

  private static java.security.PublicKey okp(JsonNode jwk) throws UnreadableKey {
    if (!text(jwk, "crv").equals("Ed25519")) {
      throw new UnreadableKey("of the OKP keys only Ed25519 is known here");
    }
    byte[] x = bytes(jwk, "x", Ed25519.KEY_BYTES, Ed25519.KEY_BYTES);
    return Keys.make(
        "Ed25519", new EdECPublicKeySpec(NamedParameterSpec.ED25519, Ed25519.point(x)));
  }

  private static byte[] bytes(JsonNode jwk, String name, int least, int most) throws UnreadableKey {
    Optional<byte[]> bytes = Base64Text.url(text(jwk, name));
    if (bytes.isEmpty() || bytes.get().length < least || bytes.get().length > most) {
      throw new UnreadableKey("the JWK's " + name + " is not base64url of the right length");
    }
    return bytes.get();
  }

  private static String text(JsonNode jwk, String name) throws UnreadableKey {
    if (!jwk.path(name).isString()) {
      throw new UnreadableKey("the JWK has no " + name);
    }
    return jwk.path(name).asString();
  }

  private static @Nullable String optional(JsonNode jwk, String name) {
    return jwk.path(name).isString() ? jwk.path(name).asString() : null;
  }
}
