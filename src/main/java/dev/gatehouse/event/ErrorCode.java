package dev.gatehouse.event;

/**
 * Why the normal way could not finish an event or a delivery. The names are stable: operators
 * filter by them and {@code docs/error-codes.md} explains each.
 */
public enum ErrorCode {
  /**
   * Not readable as the source says it should be: broken JSON, a second document, a form without
   * its field.
   */
  UNPARSEABLE_BODY(Category.INPUT),
  /** A key that decides something stands twice. */
  AMBIGUOUS_JSON(Category.INPUT),
  /** A value of the wrong type, size or shape in a field that decides something. */
  INVALID_FIELD(Category.INPUT),
  /** No event id where the source says it stands. */
  MISSING_EVENT_ID(Category.INPUT),
  /** The machine has no move for this type and is told to complain. */
  UNKNOWN_EVENT_TYPE(Category.CONFIGURATION),
  /** The machine has no move from the present state. */
  ILLEGAL_TRANSITION(Category.BUSINESS),
  /** Waited for a predecessor that did not come in time. */
  DEFER_EXPIRED(Category.BUSINESS),
  /** Older than what the entity already has, and the machine is told to complain. */
  STALE_EVENT(Category.BUSINESS),
  /** A guard or a filter could not be evaluated over this payload. */
  CONDITION_FAILED(Category.CONFIGURATION),
  /** A text the database cannot hold. */
  UNSTORABLE_TEXT(Category.INPUT),
  /** Larger than allowed after unpacking. */
  TOO_LARGE(Category.INPUT),
  /** The destination refused for good. */
  DESTINATION_REJECTED(Category.BUSINESS),
  /** The destination's address is not allowed. */
  DESTINATION_FORBIDDEN(Category.CONFIGURATION),
  /** The destination is no longer configured. */
  DESTINATION_GONE(Category.CONFIGURATION),
  /** The form a route asks for could not be made of the event. */
  RESHAPE_FAILED(Category.CONFIGURATION),
  /** Every attempt failed in a way that might have healed. */
  RETRIES_EXHAUSTED(Category.TRANSIENT),
  /** Brought the process down, or failed alone for a reason that is ours, again and again. */
  POISON(Category.UNCLASSIFIED);

  /** What kind of trouble it is, and so who can mend it. */
  public enum Category {
    TRANSIENT,
    INPUT,
    BUSINESS,
    AUTHORIZATION,
    CONFIGURATION,
    UNCLASSIFIED
  }

  private final Category category;

  ErrorCode(Category category) {
    this.category = category;
  }

  public Category category() {
    return category;
  }
}
