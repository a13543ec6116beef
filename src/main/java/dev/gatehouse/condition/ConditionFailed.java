package dev.gatehouse.condition;

/**
 * An expression had no answer for this event: a field that is not there, a text where a number was
 * compared. Says why without any value of the event, so it may be logged and shown.
 */
public final class ConditionFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConditionFailed(String message) {
    super(message);
  }

  /** Thrown per event and told by its message alone: a stack trace would only cost. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
