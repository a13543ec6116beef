package dev.gatehouse.config.secrets;

import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.util.Optional;

/** What a secret has to be like before it may guard a source; the same for file and API. */
public final class SecretRules {
  /** Shorter ones can be guessed from one signed request. */
  public static final int MIN_CHARACTERS = 16;

  private static final int MAX_CHARACTERS = 8_192;
  private static final String PLACEHOLDER = "example-only";

  private SecretRules() {}

  /**
   * The first thing wrong with a secret; the words never hold any of it.
   *
   * @param spec how the source's requests are signed
   * @param allowShort the source says {@code allow_short: true}
   */
  public static Optional<String> mistakeIn(Secret secret, SignatureSpec spec, boolean allowShort) {
    Optional<String> mistake = mistakeIn(secret, allowShort);
    return mistake.isPresent() ? mistake : spec.mistakeIn(secret);
  }

  /** True for the secrets of the example configuration, which everybody can read. */
  public static boolean isPlaceholder(Secret secret) {
    return secret.value().contains(PLACEHOLDER);
  }

  /** As above, where nothing is known about a scheme. */
  public static Optional<String> mistakeIn(Secret secret, boolean allowShort) {
    String value = secret.value();
    if (value.isBlank()) {
      return Optional.of("a secret must not be blank");
    }
    if (!value.equals(value.strip())) {
      return Optional.of("a secret must not begin or end with blanks or line ends");
    }
    // HMAC pads keys with zeros, so "abc" and "abc\0" would be the same key.
    if (value.indexOf('\0') >= 0) {
      return Optional.of("a secret must not hold a NUL character");
    }
    if (value.length() > MAX_CHARACTERS) {
      return Optional.of("a secret is at most " + MAX_CHARACTERS + " characters");
    }
    if (!allowShort && value.length() < MIN_CHARACTERS) {
      return Optional.of(
          "a secret is at least "
              + MIN_CHARACTERS
              + " characters; allow_short: true lets this source have a shorter one");
    }
    return Optional.empty();
  }
}
