package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the secret that people copy becomes the bytes of the key.
 *
 * @param prefix taken off before decoding when it is there, such as {@code whsec_}; may be empty; a
 *     {@code *} in it is any letters and digits, such as {@code signkey-*-}
 * @param made how the key is made, for {@code MADE}
 */
public record KeyForm(Kind kind, String prefix, @Nullable KeyText made) {
  /** What is done after the prefix is off. */
  public enum Kind {
    UTF8,
    BASE64,
    HEX,
    /** Base64 when the prefix is there, else the text itself. */
    BASE64_ONLY_AFTER_PREFIX,
    /** Text made of the secret and its parts, see {@link KeyText}. */
    MADE
  }

  public KeyForm(Kind kind, String prefix) {
    this(kind, prefix, null);
  }

  /** A key made of the secret: {@code {secret}&}, {@code {secret.2|sha1}}. */
  public static KeyForm made(String text) {
    return new KeyForm(Kind.MADE, "", KeyText.parse(text));
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
    int off = prefixLength(secret.value());
    boolean prefixed = off > 0;
    String text = secret.value().substring(off);
    try {
      byte[] key =
          switch (kind) {
            case UTF8 -> text.getBytes(StandardCharsets.UTF_8);
            case BASE64 -> Base64.getDecoder().decode(text);
            case MADE -> made == null ? new byte[0] : made.key(secret);
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

  private int prefixLength(String text) {
    int star = prefix.indexOf('*');
    if (star < 0) {
      return text.startsWith(prefix) ? prefix.length() : 0;
    }
    String before = prefix.substring(0, star);
    String after = prefix.substring(star + 1);
    if (!text.startsWith(before)) {
      return 0;
    }
    int at = before.length();
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    return at > before.length() && text.startsWith(after, at) ? at + after.length() : 0;
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
          case MADE -> "its rule makes the key of it";
          case BASE64_ONLY_AFTER_PREFIX -> "base64 after its prefix";
        };
    return prefix.isEmpty() ? form : form + " (after " + prefix + ")";
  }
}
