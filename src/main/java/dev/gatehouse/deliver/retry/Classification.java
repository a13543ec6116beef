package dev.gatehouse.deliver.retry;

import java.util.Map;

/**
 * The table that gives each result its meaning.
 *
 * <p>Standing rules: 2xx delivered; no answer, 408, 425, 429 and 5xx retry; 401 and 403 pause;
 * every other 4xx, 410 among them, reject. A redirect is not followed and counts as a failed
 * attempt, as does anything below 200 or above 599: the receiver may be in the middle of a move, so
 * it is tried again.
 *
 * @param exceptions statuses this destination uses in a sense of its own
 */
public record Classification(Map<Integer, Meaning> exceptions) {
  /** The standing rules alone. */
  public static final Classification STANDARD = new Classification(Map.of());

  public Classification {
    exceptions = Map.copyOf(exceptions);
  }

  /** Never fails, whatever the status. */
  public Meaning of(AttemptResult result) {
    return switch (result) {
      case AttemptResult.Answered answered -> ofStatus(answered.status());
      case AttemptResult.NoAnswer none -> Meaning.RETRY;
      case AttemptResult.Forbidden forbidden -> Meaning.FORBID;
    };
  }

  private Meaning ofStatus(int status) {
    Meaning own = exceptions.get(status);
    if (own != null) {
      return own;
    }
    return switch (status) {
      case 401, 403 -> Meaning.PAUSE;
      case 408, 425, 429 -> Meaning.RETRY;
      default ->
          switch (status / 100) {
            case 2 -> Meaning.DELIVERED;
            case 4 -> Meaning.REJECT;
            default -> Meaning.RETRY;
          };
    };
  }
}
