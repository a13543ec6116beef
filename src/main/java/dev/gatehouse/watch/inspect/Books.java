package dev.gatehouse.watch.inspect;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where all received events are: {@code received = pending + finished + dead + unaccounted}, and a
 * gateway that keeps its promises has none unaccounted.
 *
 * <p>Each event is made of parts: its verdict, and each of its deliveries. A part is in one of
 * three states, and each state is told by what is there, not by what is missing:
 *
 * <table>
 *   <caption>What puts a part into a state</caption>
 *   <tr><th>part</th><th>pending</th><th>finished</th><th>dead</th></tr>
 *   <tr><td>verdict</td><td>parked, or no outcome yet</td><td>latest outcome is applied, stale,
 *       ignored or duplicate</td><td>a dead letter of the event, open or closed, not replayed</td></tr>
 *   <tr><td>delivery</td><td>a retry row; or never tried and no dead letter</td><td>the latest
 *       attempt delivered, and no retry row</td><td>a dead letter of the delivery, open or closed, not replayed</td></tr>
 * </table>
 *
 * <p>A part in none of them, or in two, is a hole. A routed event with a dead letter at the stage
 * route counts as dead although it has a verdict. The event is dead when a part is, else pending
 * when a part is, else finished.
 *
 * @param at when the first slice was read
 * @param complete false when the count stopped early for want of time
 * @param holes the first of the unaccounted
 * @param oldestWaiting the oldest event that waits for a verdict or a first attempt
 */
public record Books(
    Instant at,
    boolean complete,
    long received,
    long pending,
    long finished,
    long dead,
    long unaccounted,
    List<Hole> holes,
    @Nullable UUID oldestWaiting) {

  /** An event that the books cannot place, and why. */
  public record Hole(UUID event, String why) {}

  public Books {
    holes = List.copyOf(holes);
  }

  /** Every event is where it must be. */
  public boolean balance() {
    return unaccounted == 0 && received == pending + finished + dead;
  }
}
