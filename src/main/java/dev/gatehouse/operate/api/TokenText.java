package dev.gatehouse.operate.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The text of a token: {@code ght_} and 256 random bits in base64url. Only its SHA-256 is stored,
 * and it is found by that, so how long the search takes says nothing about stored tokens.
 */
final class TokenText {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String SCHEME = "Bearer ";
  private static final int MAX = 200;

  private TokenText() {}

  static String make() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return "ght_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static byte[] sha256(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * The token in an {@code Authorization} header (RFC 6750, section 2.1); the scheme's case is
   * free.
   */
  static Optional<String> inHeader(@Nullable String authorization) {
    if (authorization == null
        || authorization.length() > MAX
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    String token = authorization.substring(SCHEME.length()).strip();
    return token.isEmpty() ? Optional.empty() : Optional.of(token);
  }
}
