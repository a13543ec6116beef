package dev.gatehouse.process.lane;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.InboundEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How far the sweep of a lane has come. Belongs to the worker that has the lane; only the low-water
 * mark is shared with others.
 *
 * <p>A sweep goes from the low-water mark on in pages until a page is not full, and then once more
 * from the mark, because commits overtake each other: while it was reading above, an event may have
 * come in below. A round from the mark that fits one page ends it.
 */
final class Progress {
  private final Duration safetyAge;
  private final AtomicReference<UUID> low;

  /** Read by the patrol, which leaves such a lane alone. */
  private volatile boolean sweeping = true;

  /** The last event of the page before; null: from the mark. */
  private @Nullable EventId cursor;

  /** Whether the page before found next to nothing. */
  private boolean wide = true;

  /** The highest event a sweep has worked; a handed-over one above it cannot be decided yet. */
  private @Nullable EventId sweptThrough;

  /** How many events are still worked one at a time; 0 when all is well. */
  private int careful;

  private @Nullable EventId marker;
  private int markerClaims;

  /** The time the next verdict may bear at the earliest. */
  private Instant next = Instant.EPOCH;

  /** Before this, in nanoseconds of the process, other nodes' events are not looked for again. */
  private long foreignFrom = System.nanoTime();

  Progress(Lease lease, Duration safetyAge, int careful) {
    this.safetyAge = safetyAge;
    this.low = new AtomicReference<>(lease.lowWater());
    this.careful = lease.clean() ? 0 : careful;
    this.marker = lease.marker();
    this.markerClaims = lease.markerClaims();
  }

  UUID low() {
    return low.get();
  }

  /** Asked by others: whether the lane lives from its sweep just now. */
  boolean busySweeping() {
    return sweeping;
  }

  boolean sweeping() {
    return sweeping;
  }

  /** Starts over from the mark. */
  void sweep() {
    sweeping = true;
    cursor = null;
  }

  /** Goes on with the round it is in, or starts one. */
  void sweepSoon() {
    if (!sweeping) {
      sweep();
    }
  }

  /** Above which event the next page is read. */
  EventId from() {
    return cursor == null ? new EventId(low.get()) : cursor;
  }

  /** Whether the next page is better looked for widely. */
  boolean wide() {
    return wide;
  }

  boolean fromMark() {
    return cursor == null;
  }

  /**
   * A page was read and all its events have a verdict or wait, committed.
   *
   * @param now when its transaction began, by the database's clock
   */
  void done(Pending.Page page, Instant now) {
    worked(page.events());
    wide = page.sparse();
    UUID settled = EventIds.floor(now.minus(safetyAge));
    EventId last = page.last();
    if (page.full() && last != null) {
      cursor = last;
      raise(new EventId(settled).compareTo(last) < 0 ? settled : last.value());
    } else if (cursor != null) {
      cursor = null;
    } else {
      sweeping = false;
      raise(settled);
    }
  }

  /** These were found by looking, not handed over. */
  void worked(List<InboundEvent> found) {
    for (InboundEvent event : found) {
      if (sweptThrough == null || sweptThrough.compareTo(event.id()) < 0) {
        sweptThrough = event.id();
      }
    }
  }

  /** Whether a handed-over event may have been worked by a sweep already. */
  boolean maybeDecided(InboundEvent event) {
    return sweptThrough != null && event.id().compareTo(sweptThrough) <= 0;
  }

  Instant next() {
    return next;
  }

  void next(Instant at) {
    next = at;
  }

  /** How long until other nodes' events may be looked for, in nanoseconds; 0 or less: now. */
  long foreignIn() {
    return foreignFrom - System.nanoTime();
  }

  /** Spends at most a tenth of one thread's time on that, over all lanes. */
  void lookedForForeign(long tookNanos, int lanes) {
    foreignFrom = System.nanoTime() + 10 * tookNanos * lanes;
  }

  /** How many events may still be worked one at a time. */
  int carefulLeft() {
    return careful;
  }

  boolean careful() {
    return careful > 0;
  }

  /** How many processes will have been about to fold the event, this one included. */
  int claims(EventId event) {
    return event.equals(marker) ? markerClaims + 1 : 1;
  }

  /** One event less to be careful with; the marker found at the start has had its effect. */
  void carefullyDone(EventId event) {
    careful--;
    if (event.equals(marker)) {
      marker = null;
      markerClaims = 0;
    }
  }

  /** In careful mode: everything up to there is done. */
  void carefullyPast(EventId last) {
    cursor = last;
  }

  /** Nothing is left of what was there at the takeover. */
  void carefulEnds() {
    careful = 0;
    marker = null;
    sweep();
  }

  /** Everything up to there has a verdict or waits; also said by the patrol. */
  void raise(UUID to) {
    low.accumulateAndGet(
        to, (was, next) -> new EventId(was).compareTo(new EventId(next)) < 0 ? next : was);
  }
}
