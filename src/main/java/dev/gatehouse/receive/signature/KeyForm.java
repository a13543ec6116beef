package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * How the secret that people copy becomes the bytes of the key.
 *
 * @param prefix taken off before decoding when it is there, such as {@code whsec_}; may be empty
 */
public record KeyForm(Kind kind, String prefix) {
  /** What is done after the prefix is off. */
  public enum Kind {
    UTF8,
    BASE64,
    HEX,
    /** Base64 when the prefix is there, else the text itself. */
    BASE64_ONLY_AFTER_PREFIX
  }

  /** The text itself is the key. */
  public static final KeyForm UTF8 = new KeyForm(Kind.UTF8, "");

  /** Standard Webhooks: base64, usually behind {@code whsec_}. */
  public static final KeyForm WHSEC = new KeyForm(Kind.BASE64, "whsec_");

  /** The key; empty when the text is blank, does not decode, or decodes to nothing. */
  Optional<byte[]> key(Secret secret) {
    if (secret.isBlank()) {
      return Optional.empty();
    }
    boolean prefixed = !prefix.isEmpty() && secret.value().startsWith(prefix);
    String text = prefixed ? secret.value().substring(prefix.length()) : secret.value();
    try {
      byte[] key =
          switch (kind) {
            case UTF8 -> text.getBytes(StandardCharsets.UTF_8);
            case BASE64 -> Base64.getDecoder().decode(text);
            case HEX -> HexFormat.of().parseHex(text);
            case BASE64_ONLY_AFTER_PREFIX ->
                prefixed ? Base64.getDecoder().decode(text) : text.getBytes(StandardCharsets.UTF_8);
          };
      return key.length == 0 ? Optional.empty() : Optional.of(key);
    } catch (IllegalArgumentException e) {
      // Not the encoding this form asks for: such a secret matches nothing.
      return Optional.empty();
    }
  }

  /**
   * What is wrong with a secret of this form, for the configuration check; never shows the secret.
   */
  public Optional<String> mistakeIn(Secret secret) {
    if (secret.isBlank()) {
      return Optional.of("a secret must not be blank");
    }
    if (!secret.value().equals(secret.value().strip())) {
      return Optional.of("a secret must not begin or end with blanks or line ends");
    }
    if (key(secret).isEmpty()) {
      return Optional.of("the secret does not decode as " + describe());
    }
    return Optional.empty();
  }

  private String describe() {
    String form =
        switch (kind) {
          case UTF8 -> "text";
          case BASE64 -> "base64";
          case HEX -> "hex";
          case BASE64_ONLY_AFTER_PREFIX -> "base64 after its prefix";
        };
    return prefix.isEmpty() ? form : form + " (after " + prefix + ")";
  }
}
