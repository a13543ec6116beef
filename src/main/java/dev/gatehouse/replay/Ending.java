package dev.gatehouse.replay;

import dev.gatehouse.replay.plan.ItemState;
import dev.gatehouse.replay.plan.Skip;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How an item came to its end.
 *
 * @param reason a code of docs/error-codes.md for failed ones, a word of {@link Skip} for skipped
 *     ones, the verdict for events that were folded
 */
record Ending(Item item, ItemState state, @Nullable String reason) {
  /** What these leave undone belongs before what follows. */
  private static final Set<String> HOLDING =
      Set.of(
          Skip.PREDECESSOR_FAILED.text(),
          Skip.HELD.text(),
          Skip.RECURRING.text(),
          Skip.UNDER_WAY.text());

  Ending {
    if (state.isLeft()) {
      throw new IllegalArgumentException("item " + item.position() + " is not at its end");
    }
  }

  static Ending skipped(Item item, Skip why) {
    return new Ending(item, ItemState.SKIPPED, why.text());
  }

  /** Followers of the entity are let go only by one that is as it should be. */
  boolean letsFollowersGo() {
    return state == ItemState.SUCCEEDED
        || (state == ItemState.SKIPPED && (reason == null || !holds(reason)));
  }

  /** Whether an item skipped for that reason keeps its followers back. */
  static boolean holds(String reason) {
    return HOLDING.contains(reason);
  }
}
