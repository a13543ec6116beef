package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.signature.SpecMistake;

/**
 * What a text may be like that the sender chose and the answer holds.
 *
 * @param min fewest characters
 * @param max most characters
 */
public record ChallengeText(int min, int max, Alphabet alphabet) {
  /** Where nobody says otherwise; Slack's have 52 characters, Microsoft Graph's some hundred. */
  public static final ChallengeText DEFAULT = new ChallengeText(1, 1024, Alphabet.TEXT);

  /** No challenge is longer. */
  public static final int LONGEST = 4096;

  /** Which characters. */
  public enum Alphabet {
    /** Anything but control characters and halves of surrogate pairs. */
    TEXT,
    /** ASCII from {@code !} to {@code ~}: what a header may hold, without blanks. */
    VISIBLE,
    /** Letters, digits and {@code -._~+/=} (token68, RFC 9110, section 11.2): no JSON object is. */
    TOKEN,
    /** Digits and {@code a} to {@code f}. */
    HEX
  }

  public ChallengeText {
    if (min < 1 || max < min || max > LONGEST) {
      throw new SpecMistake("a challenge has 1 to " + LONGEST + " characters, min not over max");
    }
  }

  /** Whether a text is one. */
  public boolean fits(String text) {
    return text.length() >= min && fitsPart(text);
  }

  /** Whether a text could be a part of one. */
  boolean fitsPart(String text) {
    return text.length() <= max && text.codePoints().allMatch(this::isInAlphabet);
  }

  /** The same with characters that can stand in a header. */
  ChallengeText forHeader() {
    return alphabet == Alphabet.TEXT ? new ChallengeText(min, max, Alphabet.VISIBLE) : this;
  }

  private boolean isInAlphabet(int c) {
    return switch (alphabet) {
      case TEXT -> !Character.isISOControl(c) && Character.getType(c) != Character.SURROGATE;
      case VISIBLE -> c > ' ' && c < 0x7F;
      case TOKEN -> isAsciiLetterOrDigit(c) || "-._~+/=".indexOf(c) >= 0;
      case HEX -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
    };
  }

  private static boolean isAsciiLetterOrDigit(int c) {
    return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }
}
