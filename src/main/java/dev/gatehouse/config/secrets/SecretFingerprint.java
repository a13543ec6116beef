package dev.gatehouse.config.secrets;

import dev.gatehouse.receive.signature.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells secrets apart for people without showing them: the first 8 hex digits of a SHA-256 over a
 * label and the value. Short on purpose, so that it does not help guessing a weak secret much.
 */
public record SecretFingerprint(String value) {
  private static final Pattern SHAPE = Pattern.compile("[0-9a-f]{8}");
  private static final byte[] LABEL =
      "gatehouse secret fingerprint\0".getBytes(StandardCharsets.UTF_8);

  public SecretFingerprint {
    if (!SHAPE.matcher(value).matches()) {
      throw new IllegalArgumentException("a fingerprint is 8 hex digits");
    }
  }

  public static SecretFingerprint of(Secret secret) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(LABEL);
      byte[] digest = sha256.digest(secret.value().getBytes(StandardCharsets.UTF_8));
      return new SecretFingerprint(HexFormat.of().formatHex(digest, 0, 4));
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException("every Java has SHA-256", absent);
    }
  }

  /** Empty when the text is none; for what comes from outside. */
  public static Optional<SecretFingerprint> parse(String text) {
    return SHAPE.matcher(text).matches()
        ? Optional.of(new SecretFingerprint(text))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
