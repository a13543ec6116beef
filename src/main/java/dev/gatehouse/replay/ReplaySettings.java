package dev.gatehouse.replay;

/**
 * What replays are allowed.
 *
 * @param maxItems a filter that matches more is refused unless it names a limit
 * @param approvalAbove a replay of more items needs a second person's yes; 0: every one does
 */
public record ReplaySettings(int maxItems, int approvalAbove) {
  /** The bound that holds where nothing is said, and the highest that may be set. */
  public static final int MAX_ITEMS = 100_000;

  /** Where nothing else is configured: nobody has to ask. */
  public static final ReplaySettings DEFAULT = new ReplaySettings(MAX_ITEMS, MAX_ITEMS);

  public ReplaySettings {
    if (maxItems < 1 || maxItems > MAX_ITEMS || approvalAbove < 0) {
      throw new IllegalArgumentException("a replay has 1 to " + MAX_ITEMS + " items");
    }
  }
}
