package dev.gatehouse.receive.signature.key;

import java.security.PublicKey;
import org.jspecify.annotations.Nullable;

/**
 * A key that signatures are checked with.
 *
 * @param id the name its owner calls it by ({@code kid}); null when it has none
 * @param alg the one algorithm a JWK allows it for; null when it says nothing
 */
public record VerifyingKey(PublicKey key, @Nullable String id, @Nullable String alg) {
  /** A key without a name. */
  static VerifyingKey of(PublicKey key) {
    return new VerifyingKey(key, null, null);
  }

  /** True when a request that names a key, or none, can mean this one. */
  public boolean answersTo(@Nullable String wanted) {
    return wanted == null || id == null || id.equals(wanted);
  }
}
