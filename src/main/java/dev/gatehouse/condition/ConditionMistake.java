package dev.gatehouse.condition;

/** An expression that cannot be used; the message says what is wrong and where in it. */
public final class ConditionMistake extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConditionMistake(String message) {
    super(message);
  }
}
