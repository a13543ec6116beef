package dev.gatehouse.deliver.retry;

import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended, as far as this side can know.
 *
 * <p>Holds nothing of the answer but its status, one header and a word out of another: no body, no
 * address, no text of the other side, so that whatever is printed or stored of it is safe.
 */
public sealed interface AttemptResult {

  /**
   * The destination answered.
   *
   * @param status as sent, 100 to 999
   * @param retryAfter the value of {@code Retry-After} as sent, in either form or none at all
   * @param stop what the receiver asks for beyond the status
   */
  record Answered(int status, @Nullable String retryAfter, StopWish stop) implements AttemptResult {
    /** One that asks for nothing beyond its status. */
    public Answered(int status, @Nullable String retryAfter) {
      this(status, retryAfter, StopWish.NONE);
    }

    @Override
    public String text() {
      return "HTTP " + status;
    }
  }

  /** No answer; whether the destination took the event is unknown. */
  record NoAnswer(Trouble trouble) implements AttemptResult {
    @Override
    public String text() {
      return trouble.text();
    }
  }

  /** Not sent: the address is one that this destination may not have. */
  record Forbidden() implements AttemptResult {
    @Override
    public String text() {
      return "the destination's address is not allowed";
    }
  }

  /**
   * Not sent: the event could not be put into the form its route asks for.
   *
   * @param why one of a small number of texts, without a value of the payload
   */
  record Unshaped(String why) implements AttemptResult {
    @Override
    public String text() {
      return why;
    }
  }

  /** For people and for {@code attempt.error}; one of a small number of texts. */
  String text();

  /** Where it broke off. */
  enum Trouble {
    /** Nothing, or not everything, came within the time allowed. */
    TIMEOUT("timeout"),
    /** No connection. */
    CONNECT("connection failed"),
    /** No agreement on encryption, or a certificate that is not good for this name. */
    TLS("TLS failed"),
    /** The host's name leads nowhere. */
    NAME("host name not found"),
    /** Broken off, or not an answer in the protocol's sense. */
    BROKEN("connection broken"),
    /** A local target, such as a file, could not be written. */
    WRITE("write failed");

    private final String text;

    Trouble(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }
}
