package dev.gatehouse.receive.signature;

/**
 * What most likely went wrong, for people who run the source. Never shown to a sender.
 *
 * @param text one sentence and what to do about it; holds no value from the request
 */
public record ProbableCause(Kind kind, String text) {
  /** Stable words, for counting. */
  public enum Kind {
    NO_USABLE_SECRET,
    HEADER_MISSING,
    HEADER_REPEATED,
    OTHER_FORM_OR_VERSION,
    CLOCK_OR_REPLAY,
    SECRET_EXPIRED,
    SECRET_READ_WRONGLY,
    LINE_ENDS_CHANGED,
    BODY_RESERIALISED,
    OTHER_URL,
    WRONG_SECRET_OR_BODY,
    NOT_SUPPORTED
  }
}
