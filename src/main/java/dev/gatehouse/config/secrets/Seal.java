package dev.gatehouse.config.secrets;

import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.signature.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals a secret with AES-256-GCM. The row's id and source are authenticated with it, so that a
 * sealed value copied to another row does not open.
 *
 * <p>Shape: one byte 1, 12 random bytes of nonce, the sealed text with its 16 bytes of tag.
 */
final class Seal {
  private static final byte VERSION = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SecretKeySpec key;
  private final SecureRandom random = new SecureRandom();

  Seal(SecretsKey key) {
    this.key = new SecretKeySpec(key.bytes(), "AES");
  }

  byte[] close(Secret secret, UUID id, SourceName source) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, nonce, id, source);
      byte[] sealed = cipher.doFinal(secret.value().getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.allocate(1 + NONCE_BYTES + sealed.length)
          .put(VERSION)
          .put(nonce)
          .put(sealed)
          .array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a secret of source " + source + " cannot be sealed", e);
    }
  }

  /** Empty when it was sealed under another key, for another row, or was changed since. */
  Optional<Secret> open(byte[] sealed, UUID id, SourceName source) {
    if (sealed.length <= 1 + NONCE_BYTES || sealed[0] != VERSION) {
      return Optional.empty();
    }
    byte[] nonce = new byte[NONCE_BYTES];
    ByteBuffer parts = ByteBuffer.wrap(sealed).position(1).get(nonce);
    byte[] text = new byte[parts.remaining()];
    parts.get(text);
    try {
      byte[] plain = cipher(Cipher.DECRYPT_MODE, nonce, id, source).doFinal(text);
      return Optional.of(new Secret(new String(plain, StandardCharsets.UTF_8)));
    } catch (AEADBadTagException refused) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a secret of source " + source + " cannot be opened", e);
    }
  }

  private Cipher cipher(int mode, byte[] nonce, UUID id, SourceName source)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(("gatehouse secret\0" + source + "\0" + id).getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
