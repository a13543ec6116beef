package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.extract.FieldPath;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Opens the encrypted text of WeCom's questions.
 *
 * <p>AES-256-CBC; the key is base64 of the 43 characters people see and {@code =}, the IV its first
 * 16 bytes. Plain text: 16 random bytes, the length of the message in 4 bytes, the message, the id
 * of the receiver, padded to 32 bytes. Source: npm @wecom/crypto 1.0.1.
 *
 * @param at where the encrypted text stands
 * @param key the name of the source's value with the key
 */
public record WeComCipher(FieldPath at, String key) {
  private static final int RANDOM = 16;
  private static final int BLOCK = 32;

  /** The message; empty when it does not open, whatever the reason. */
  Optional<String> open(Filling filling) {
    return filling
        .found()
        .text(at)
        .flatMap(text -> filling.value(key).flatMap(words -> open(text, words)));
  }

  private static Optional<String> open(String text, String words) {
    try {
      byte[] aes = Base64.getDecoder().decode(words + "=");
      Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE,
          new SecretKeySpec(aes, "AES"),
          new IvParameterSpec(Arrays.copyOf(aes, 16)));
      return message(cipher.doFinal(Base64.getDecoder().decode(text)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // A key or a text of another form.
      return Optional.empty();
    }
  }

  private static Optional<String> message(byte[] padded) {
    if (padded.length < RANDOM + 4) {
      return Optional.empty();
    }
    int padding = padded[padded.length - 1];
    int length = ByteBuffer.wrap(padded, RANDOM, 4).getInt();
    boolean fits =
        padding >= 1
            && padding <= BLOCK
            && length >= 0
            && length <= padded.length - padding - RANDOM - 4;
    return fits
        ? Optional.of(new String(padded, RANDOM + 4, length, StandardCharsets.UTF_8))
        : Optional.empty();
  }
}
