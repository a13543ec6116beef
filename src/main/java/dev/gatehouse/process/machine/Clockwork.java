package dev.gatehouse.process.machine;

import dev.gatehouse.event.InboundEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is earlier and what is later within one entity. */
final class Clockwork {
  private final MachineSettings.Order order;
  private final List<String> states;

  Clockwork(MachineSettings.Order order, List<String> states) {
    this.order = order;
    this.states = states;
  }

  /**
   * In what way the event is older than the state, whatever move it makes. An event without a mark
   * of order is as new as its arrival.
   */
  Optional<Verdict.Stale.Reason> older(EntityState state, InboundEvent event) {
    return switch (order) {
      case SEQUENCE -> olderSequence(state.lastSequence(), event.sequence());
      case TIME ->
          state.lastTime() != null
                  && event.occurredAt() != null
                  && micros(event.occurredAt()).isBefore(state.lastTime())
              ? Optional.of(Verdict.Stale.Reason.OLDER_TIME)
              : Optional.empty();
      case NONE -> Optional.empty();
    };
  }

  private static Optional<Verdict.Stale.Reason> olderSequence(
      @Nullable Long last, @Nullable Long now) {
    if (last == null || now == null || now > last) {
      return Optional.empty();
    }
    return Optional.of(
        now < last ? Verdict.Stale.Reason.OLDER_SEQUENCE : Verdict.Stale.Reason.SAME_SEQUENCE);
  }

  /** True when the event bears the time the entity has already, and time is what orders. */
  boolean sameTime(EntityState state, InboundEvent event) {
    return order == MachineSettings.Order.TIME
        && state.lastTime() != null
        && event.occurredAt() != null
        && micros(event.occurredAt()).equals(state.lastTime());
  }

  /** True when the first state comes before the second in the machine's own order. */
  boolean before(String first, String second) {
    return states.indexOf(first) < states.indexOf(second);
  }

  /** The state after that event; its marks never fall, also not those that do not order today. */
  EntityState advance(EntityState state, InboundEvent event, String to, boolean moved) {
    return new EntityState(
        to,
        moved ? state.version() + 1 : state.version(),
        later(state.lastSequence(), event.sequence()),
        later(state.lastTime(), event.occurredAt() == null ? null : micros(event.occurredAt())),
        event.id(),
        state.heldBy());
  }

  Comparator<InboundEvent> comparator() {
    Comparator<InboundEvent> arrival = Comparator.comparing(InboundEvent::id);
    return switch (order) {
      case SEQUENCE -> nullsLast(InboundEvent::sequence).thenComparing(arrival);
      case TIME ->
          nullsLast(
                  (InboundEvent event) ->
                      event.occurredAt() == null ? null : micros(event.occurredAt()))
              .thenComparing(arrival);
      case NONE -> arrival;
    };
  }

  private interface Mark<T> {
    @Nullable T of(InboundEvent event);
  }

  private static <T extends Comparable<? super T>> Comparator<InboundEvent> nullsLast(
      Mark<T> mark) {
    return (left, right) -> {
      T first = mark.of(left);
      T second = mark.of(right);
      if (first == null || second == null) {
        return Boolean.compare(first == null, second == null);
      }
      return first.compareTo(second);
    };
  }

  private static <T extends Comparable<? super T>> @Nullable T later(
      @Nullable T first, @Nullable T second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return first.compareTo(second) >= 0 ? first : second;
  }

  /** As fine as the database keeps it; else an event would be newer than itself. */
  private static Instant micros(Instant at) {
    return at.truncatedTo(ChronoUnit.MICROS);
  }
}
