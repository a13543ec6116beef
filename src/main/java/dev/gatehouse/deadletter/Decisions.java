package dev.gatehouse.deadletter;

import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.triage.SafeText;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.deadletter.triage.StatusFlow;
import dev.gatehouse.event.EventIds;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people decide about dead letters: status, owner, notes, and giving the work back.
 *
 * <p>Every write compares the version it has read, so of two that come at once one is {@link
 * Decision.Done} and the other {@link Decision.Overtaken}; every change leaves a row that says who,
 * when and from what to what.
 */
public final class Decisions {
  private final DeadLetterRows rows;
  private final Returns returns;

  public Decisions(InstantSource clock, EventIds ids, Returns returns) {
    this.rows = new DeadLetterRows(clock, ids);
    this.returns = returns;
  }

  /** The rooms that own the work, for events and for deliveries. */
  public record Returns(
      Rerun rerunEvent, Rerun rerunDelivery, Released eventReleased, Released deliveryReleased) {}

  /** A dead letter as it stands. */
  public Optional<DeadLetter> find(Tx tx, DeadLetterId id) {
    return rows.find(tx, id);
  }

  /** Changes status, owner and note; closing lets go on what stood behind it. */
  public Decision change(Tx tx, DeadLetterId id, Change change, String actor) {
    DeadLetter before = rows.find(tx, id).orElse(null);
    if (before == null) {
      return new Decision.Unknown();
    }
    Status to = change.status() == null ? before.status() : change.status();
    if (to != before.status() && !StatusFlow.next(before.status()).contains(to)) {
      return new Decision.NotAllowed(before.status(), to, StatusFlow.next(before.status()));
    }
    if (change.ifVersion() != null && change.ifVersion() != before.version()) {
      return new Decision.Overtaken(before);
    }
    String owner = owner(change, before);
    String note = note(change.note());
    DeadLetter after = rows.set(tx, before, to, owner).orElse(null);
    if (after == null) {
      return overtaken(tx, id);
    }
    record(tx, before, after, note, actor);
    if (to == Status.CLOSED && before.status() != Status.CLOSED) {
      (after.isOfEvent() ? returns.eventReleased() : returns.deliveryReleased())
          .released(tx, after);
    }
    return new Decision.Done(after);
  }

  /**
   * Sets the status to {@code replayed} and gives the work back, both or neither. Asked twice, the
   * work is given back once: the second asker gets {@link Decision.Overtaken} or {@link
   * Decision.NotAllowed}.
   */
  public Decision rerun(Tx tx, DeadLetterId id, @Nullable String note, String actor) {
    return rerun(tx, id, note, actor, null);
  }

  /**
   * The same as a part of a replay.
   *
   * @param replay written on every attempt that follows from it; null: none
   */
  public Decision rerun(
      Tx tx, DeadLetterId id, @Nullable String note, String actor, @Nullable UUID replay) {
    DeadLetter before = rows.find(tx, id).orElse(null);
    if (before == null) {
      return new Decision.Unknown();
    }
    if (!before.status().isOpen()) {
      return new Decision.NotAllowed(
          before.status(), Status.REPLAYED, StatusFlow.next(before.status()));
    }
    if (!StatusFlow.mayRerun(before.status(), before.recurring())) {
      return new Decision.NeedsReview(before);
    }
    DeadLetter after = rows.set(tx, before, Status.REPLAYED, before.owner()).orElse(null);
    if (after == null) {
      return overtaken(tx, id);
    }
    record(tx, before, after, note(note), actor);
    (after.isOfEvent() ? returns.rerunEvent() : returns.rerunDelivery())
        .rerun(tx, after, actor, replay);
    return new Decision.Done(after);
  }

  private Decision overtaken(Tx tx, DeadLetterId id) {
    return rows.find(tx, id)
        .<Decision>map(Decision.Overtaken::new)
        .orElseGet(Decision.Unknown::new);
  }

  private void record(
      Tx tx, DeadLetter before, DeadLetter after, @Nullable String note, String actor) {
    boolean moved = before.status() != after.status();
    boolean handed = !Objects.equals(before.owner(), after.owner());
    if (moved) {
      rows.record(
          tx, after.id(), actor, "status", before.status().text(), after.status().text(), note);
    }
    if (handed) {
      rows.record(
          tx, after.id(), actor, "owner", before.owner(), after.owner(), moved ? null : note);
    }
    if (!moved && !handed && note != null) {
      rows.record(tx, after.id(), actor, "note", null, null, note);
    }
  }

  private static @Nullable String owner(Change change, DeadLetter before) {
    if (change.owner() == null) {
      return before.owner();
    }
    String owner = SafeText.of(change.owner().strip(), Change.MAX_OWNER);
    return owner.isEmpty() ? null : owner;
  }

  private static @Nullable String note(@Nullable String note) {
    return note == null || note.isBlank() ? null : SafeText.of(note.strip(), Change.MAX_NOTE);
  }
}
