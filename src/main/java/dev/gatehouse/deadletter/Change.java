package dev.gatehouse.deadletter;

import dev.gatehouse.deadletter.triage.Status;
import org.jspecify.annotations.Nullable;

/**
 * What a person wants changed; parts that are null stay as they are.
 *
 * @param owner an empty text takes the owner away
 * @param note why, for those who come later; at most {@link #MAX_NOTE} characters are kept
 * @param ifVersion only when the dead letter still has this version; null: whatever it has
 */
public record Change(
    @Nullable Status status,
    @Nullable String owner,
    @Nullable String note,
    @Nullable Long ifVersion) {
  /** The longest owner that is kept, in UTF-16 units. */
  public static final int MAX_OWNER = 100;

  /** The longest note that is kept, in UTF-16 units. */
  public static final int MAX_NOTE = 2000;

  /** Nothing is asked for. */
  public boolean isEmpty() {
    return status == null && owner == null && note == null;
  }
}
