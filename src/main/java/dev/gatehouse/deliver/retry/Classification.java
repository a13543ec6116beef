package dev.gatehouse.deliver.retry;

import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table that gives each result its meaning.
 *
 * <p>Standing rules: 2xx delivered; no answer, 408, 425, 429 and 5xx retry; 401 and 403 pause; 410
 * stop; every other 4xx dead. A redirect is not followed and counts as a failed attempt, as does
 * anything below 200 or above 599: the receiver may be in the middle of a move, so it is tried
 * again.
 *
 * <p>Of the destination's own entries the exact status counts before its class, and both before the
 * standing rules. What the receiver asks for with {@link StopWish} counts before all of them.
 *
 * @param statuses exact statuses this destination uses in a sense of its own
 * @param families the same for all statuses with that first digit
 * @param troubles the same for attempts without an answer
 */
public record Classification(
    Map<Integer, Meaning> statuses,
    Map<Integer, Meaning> families,
    Map<Trouble, Meaning> troubles) {
  /** The standing rules alone. */
  public static final Classification STANDARD = new Classification(Map.of(), Map.of(), Map.of());

  public Classification {
    statuses = Map.copyOf(statuses);
    families = Map.copyOf(families);
    troubles = Map.copyOf(troubles);
  }

  /** Never fails, whatever the status. */
  public Meaning of(AttemptResult result) {
    return switch (result) {
      case AttemptResult.Answered answered -> ofAnswer(answered);
      case AttemptResult.NoAnswer none -> troubles.getOrDefault(none.trouble(), Meaning.RETRY);
      case AttemptResult.Forbidden forbidden -> Meaning.FORBID;
      case AttemptResult.Unshaped unshaped -> Meaning.UNSHAPED;
    };
  }

  private Meaning ofAnswer(AttemptResult.Answered answered) {
    Meaning meaning = ofStatus(answered.status());
    return meaning == Meaning.DELIVERED
        ? meaning
        : switch (answered.stop()) {
          case NONE -> meaning;
          case DELIVERY -> Meaning.DEAD;
          case DESTINATION -> Meaning.STOP;
        };
  }

  private Meaning ofStatus(int status) {
    @Nullable Meaning exact = statuses.get(status);
    @Nullable Meaning own = exact == null ? families.get(status / 100) : exact;
    return own == null ? standing(status) : own;
  }

  private static Meaning standing(int status) {
    return switch (status) {
      case 401, 403 -> Meaning.PAUSE;
      case 408, 425, 429 -> Meaning.RETRY;
      case 410 -> Meaning.STOP;
      default ->
          switch (status / 100) {
            case 2 -> Meaning.DELIVERED;
            case 4 -> Meaning.DEAD;
            default -> Meaning.RETRY;
          };
    };
  }
}
