package dev.gatehouse.receive.extract;

/** What stands at one place of a request. */
sealed interface Value {
  /** A text, or a number as its own decimal text. */
  record Scalar(String text, boolean isNumber) implements Value {}

  /** Nothing there, or JSON null. */
  record Absent() implements Value {}

  /**
   * An object, an array or a truth value, where a text or a number should be.
   *
   * @param emptyList an array without elements
   */
  record Unfit(boolean emptyList) implements Value {}

  /** The place stands more than once. */
  record Twice() implements Value {}

  Value ABSENT = new Absent();
  Value UNFIT = new Unfit(false);
  Value EMPTY_LIST = new Unfit(true);
  Value TWICE = new Twice();

  static Value text(String text) {
    return new Scalar(text, false);
  }
}
