package dev.gatehouse.app;

import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.DeadLetter;
import dev.gatehouse.deadletter.Released;
import dev.gatehouse.deadletter.Rerun;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.ledger.Entities;
import dev.gatehouse.process.ledger.Outcomes;
import dev.gatehouse.process.ledger.Parked;
import dev.gatehouse.receive.journal.EventReader;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Connects decisions about dead events with the ledger, which owns their work. */
final class GivingBack implements Rerun, Released {
  private final EventReader events;

  GivingBack(EventReader events) {
    this.events = events;
  }

  /** Parks the event for its next run, in the lane it has always had. */
  @Override
  public void rerun(Tx tx, DeadLetter deadLetter, String actor, @Nullable UUID replay) {
    EventId event = deadLetter.event();
    int run = Outcomes.lastRun(tx, event).orElse(-1) + 1;
    Lane lane =
        events
            .byId(tx, event)
            .orElseThrow(
                () -> new IllegalStateException("event " + event + " is not kept any more"))
            .lane();
    boolean unused = Parked.rerun(tx, event, run, lane, deadLetter.entity());
  }

  /** Lets the followers of a dead head go. */
  @Override
  public void released(Tx tx, DeadLetter deadLetter) {
    EntityRef entity = deadLetter.entity();
    if (entity != null) {
      boolean unused = Entities.release(tx, entity, deadLetter.event());
    }
  }
}
