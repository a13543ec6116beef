package dev.gatehouse.deliver.retry;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver asks for with the header {@code Gatehouse-Stop} of an answer that is not 2xx:
 * {@code delivery} or {@code destination}.
 */
public enum StopWish {
  /** No header, or a word that means nothing here. */
  NONE,
  /** This delivery shall not come again. */
  DELIVERY,
  /** Nothing shall come until a person has looked at it. */
  DESTINATION;

  /** The response header. */
  public static final String HEADER = "Gatehouse-Stop";

  /** Reads the header's value; never fails. */
  public static StopWish of(@Nullable String value) {
    return switch (value == null ? "" : value.strip().toLowerCase(Locale.ROOT)) {
      case "delivery" -> DELIVERY;
      case "destination" -> DESTINATION;
      default -> NONE;
    };
  }
}
