package dev.gatehouse.replay.plan;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where a replay stands. */
public enum ReplayState {
  /** Its items are chosen; nothing has been looked at or started. */
  PLANNED,
  /** Each item has its forecast; a dry run ends here. */
  FORECAST,
  /** A second person has to say yes. */
  AWAITING_APPROVAL,
  /** Items are being given back. */
  RUNNING,
  /** Nothing more is started until somebody resumes it; what is under way is still counted. */
  STOPPED,
  /** Every item has its result. */
  FINISHED,
  /** Given up: what was left is skipped. */
  CANCELLED;

  private static final Map<ReplayState, Set<ReplayState>> NEXT = new EnumMap<>(ReplayState.class);

  static {
    NEXT.put(PLANNED, EnumSet.of(FORECAST, AWAITING_APPROVAL, RUNNING, CANCELLED));
    NEXT.put(FORECAST, EnumSet.noneOf(ReplayState.class));
    NEXT.put(AWAITING_APPROVAL, EnumSet.of(RUNNING, CANCELLED));
    NEXT.put(RUNNING, EnumSet.of(STOPPED, FINISHED, CANCELLED));
    NEXT.put(STOPPED, EnumSet.of(RUNNING, FINISHED, CANCELLED));
    NEXT.put(FINISHED, EnumSet.noneOf(ReplayState.class));
    NEXT.put(CANCELLED, EnumSet.noneOf(ReplayState.class));
  }

  /** Whether that state may follow this one. */
  public boolean mayBecome(ReplayState next) {
    return NEXT.getOrDefault(this, Set.of()).contains(next);
  }

  /** Nothing more will happen, save that what is under way comes to its end. */
  public boolean isOver() {
    return this == FORECAST || this == FINISHED || this == CANCELLED;
  }

  /** As the tables and the API write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Empty for a word that is no state. */
  public static Optional<ReplayState> parse(String text) {
    for (ReplayState state : values()) {
      if (state.text().equals(text)) {
        return Optional.of(state);
      }
    }
    return Optional.empty();
  }
}
