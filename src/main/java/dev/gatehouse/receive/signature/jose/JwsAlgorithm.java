package dev.gatehouse.receive.signature.jose;

import dev.gatehouse.receive.signature.key.Curve;
import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import dev.gatehouse.receive.signature.key.KeyHash;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The algorithms a token may be signed with (RFC 7518, 8037). There is no {@code none}. */
public enum JwsAlgorithm {
  HS256("HmacSHA256", null),
  HS384("HmacSHA384", null),
  HS512("HmacSHA512", null),
  RS256(null, new KeyAlgorithm.Rsa(KeyHash.SHA256, KeyAlgorithm.MIN_RSA_BITS)),
  RS384(null, new KeyAlgorithm.Rsa(KeyHash.SHA384, KeyAlgorithm.MIN_RSA_BITS)),
  RS512(null, new KeyAlgorithm.Rsa(KeyHash.SHA512, KeyAlgorithm.MIN_RSA_BITS)),
  PS256(null, new KeyAlgorithm.RsaPss(KeyHash.SHA256, KeyAlgorithm.MIN_RSA_BITS)),
  PS384(null, new KeyAlgorithm.RsaPss(KeyHash.SHA384, KeyAlgorithm.MIN_RSA_BITS)),
  PS512(null, new KeyAlgorithm.RsaPss(KeyHash.SHA512, KeyAlgorithm.MIN_RSA_BITS)),
  ES256(null, ecdsa(Curve.P256, KeyHash.SHA256)),
  ES384(null, ecdsa(Curve.P384, KeyHash.SHA384)),
  ES512(null, ecdsa(Curve.P521, KeyHash.SHA512)),
  EDDSA(null, new KeyAlgorithm.Ed25519());

  private final @Nullable String mac;
  private final @Nullable KeyAlgorithm keys;

  JwsAlgorithm(@Nullable String mac, @Nullable KeyAlgorithm keys) {
    this.mac = mac;
    this.keys = keys;
  }

  private static KeyAlgorithm ecdsa(Curve curve, KeyHash hash) {
    return new KeyAlgorithm.Ecdsa(curve, hash, KeyAlgorithm.Ecdsa.Form.RAW);
  }

  /** The keyed hash, for the algorithms with a shared secret. */
  public Optional<String> mac() {
    return Optional.ofNullable(mac);
  }

  /** The key pair's algorithm, for the others. */
  public Optional<KeyAlgorithm> keys() {
    return Optional.ofNullable(keys);
  }

  /** As the {@code alg} of a header. */
  public String word() {
    return this == EDDSA ? "EdDSA" : name();
  }

  /** The algorithm of that word, whose case counts. */
  public static Optional<JwsAlgorithm> of(String word) {
    for (JwsAlgorithm algorithm : values()) {
      if (algorithm.word().equals(word)) {
        return Optional.of(algorithm);
      }
    }
    return Optional.empty();
  }
}
