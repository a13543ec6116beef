package dev.gatehouse.receive.signature;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Hashes of texts that are not signatures of requests: answers to the questions of providers. */
public final class KeyedHash {
  private KeyedHash() {}

  /**
   * The HMAC of a text under a secret.
   *
   * @return empty when the secret has not the form the key asks for
   * @throws SpecMistake when there is no HMAC of this hash
   */
  public static Optional<byte[]> mac(Hash hash, KeyForm form, Secret secret, byte[] text) {
    if (hash.jcaMac().isEmpty()) {
      throw new SpecMistake("there is no hmac of this hash");
    }
    return form.key(secret).map(key -> mac(hash, key, text));
  }

  /** The plain hash of a text. */
  public static byte[] digest(Hash hash, byte[] text) {
    return hash.digest(text);
  }

  private static byte[] mac(Hash hash, byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance(hash.jcaMac());
      mac.init(new SecretKeySpec(key, hash.jcaMac()));
      return mac.doFinal(text);
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("a key of an hmac is any bytes but none", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + hash.jcaMac(), e);
    }
  }
}
