package dev.gatehouse.process.machine;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.InboundEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All machines, in file order, and which of them folds an event. */
public record Machines(List<Machine> all) {
  /** None at all: every event goes straight to the routes. */
  public static final Machines NONE = new Machines(List.of());

  public Machines {
    all = List.copyOf(all);
  }

  /** The machine of that name. */
  public Optional<Machine> named(String name) {
    return all.stream().filter(machine -> machine.name().equals(name)).findFirst();
  }

  /**
   * The one machine that folds the event: the one its entity belongs to, else the one of its source
   * that knows the type, else the first of its source that complains about types nobody knows, else
   * the first of its source. Empty when none reads the source.
   */
  public Optional<Machine> of(InboundEvent event) {
    EntityRef entity = event.entity();
    if (entity != null) {
      Optional<Machine> own = named(entity.machine());
      if (own.isPresent()) {
        return own;
      }
    }
    List<Machine> readers = all.stream().filter(one -> one.reads(event.source())).toList();
    return first(readers, one -> one.knows(event.type()))
        .or(
            () ->
                first(
                    readers,
                    one -> one.settings().unmatched() == MachineSettings.Unmatched.DEAD_LETTER))
        .or(() -> first(readers, one -> true));
  }

  /** Two machines of one source may not want the same type: an event has one machine. */
  public List<Mistake> conflicts() {
    List<Mistake> mistakes = new ArrayList<>();
    for (int later = 1; later < all.size(); later++) {
      for (Machine earlier : all.subList(0, later)) {
        Machine machine = all.get(later);
        earlier
            .contested(machine)
            .ifPresent(
                type ->
                    mistakes.add(
                        new Mistake(
                            machine.name(),
                            "reads the source of " + earlier.name() + ", and both want " + type)));
      }
    }
    return mistakes;
  }

  private static Optional<Machine> first(
      List<Machine> machines, java.util.function.Predicate<Machine> wanted) {
    return machines.stream().filter(wanted).findFirst();
  }
}
