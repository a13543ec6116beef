package dev.gatehouse.process.route;

import dev.gatehouse.condition.Condition;
import dev.gatehouse.condition.ConditionMistake;
import dev.gatehouse.condition.Facts;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.machine.Mistake;
import dev.gatehouse.process.machine.TypePattern;
import dev.gatehouse.process.machine.Verdict;
import dev.gatehouse.process.machine.VerdictKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A checked route. Immutable; safe for many threads. */
public final class Route {
  private final RouteSettings settings;
  private final List<TypePattern> types;
  private final @Nullable Condition when;

  private Route(RouteSettings settings, List<TypePattern> types, @Nullable Condition when) {
    this.settings = settings;
    this.types = types;
    this.when = when;
  }

  /** What checking came to. */
  public sealed interface Checked {
    /** A route that can be used. */
    record Good(Route route) implements Checked {}

    /** Everything that is wrong with it; paths are inside the route's block. */
    record Bad(List<Mistake> mistakes) implements Checked {
      public Bad {
        mistakes = List.copyOf(mistakes);
      }
    }
  }

  /** Checks types, filter and verdicts. Whether source and destinations exist is not known here. */
  public static Checked check(RouteSettings settings) {
    List<Mistake> mistakes = new ArrayList<>();
    List<TypePattern> types = new ArrayList<>();
    for (int i = 0; i < settings.types().size(); i++) {
      try {
        types.add(new TypePattern(settings.types().get(i)));
      } catch (IllegalArgumentException e) {
        mistakes.add(new Mistake("types[" + i + "]", String.valueOf(e.getMessage())));
      }
    }
    if (settings.to().isEmpty()) {
      mistakes.add(new Mistake("to", "at least one destination is expected"));
    }
    if (settings.verdicts().isEmpty() || settings.verdicts().contains(VerdictKind.DEFERRED)) {
      mistakes.add(
          new Mistake("verdicts", "some of applied, ignored, stale, rejected are expected"));
    }
    Condition when = null;
    try {
      when = settings.when() == null ? null : Condition.compile(settings.when());
    } catch (ConditionMistake e) {
      mistakes.add(new Mistake("when", String.valueOf(e.getMessage())));
    }
    return mistakes.isEmpty()
        ? new Checked.Good(new Route(settings, List.copyOf(types), when))
        : new Checked.Bad(mistakes);
  }

  /**
   * For settings that are known to be good.
   *
   * @throws IllegalArgumentException with all mistakes
   */
  public static Route of(RouteSettings settings) {
    return switch (check(settings)) {
      case Checked.Good good -> good.route();
      case Checked.Bad bad ->
          throw new IllegalArgumentException("route: " + bad.mistakes().toString());
    };
  }

  /** What this was made from. */
  public RouteSettings settings() {
    return settings;
  }

  /**
   * Whether the event takes this route.
   *
   * @throws dev.gatehouse.condition.ConditionFailed when the filter has no answer
   */
  boolean takes(InboundEvent event, Verdict verdict, Facts facts) {
    return takes(event, verdict.kind(), verdict.from(), after(verdict), facts);
  }

  /**
   * The same for a verdict that was reached before.
   *
   * @param from the state the event found
   * @param after the state the entity was in afterwards
   * @throws dev.gatehouse.condition.ConditionFailed when the filter has no answer
   */
  public boolean takes(
      InboundEvent event,
      VerdictKind kind,
      @Nullable String from,
      @Nullable String after,
      Facts facts) {
    return (settings.source() == null || settings.source().equals(event.source()))
        && settings.verdicts().contains(kind)
        && (types.isEmpty() || types.stream().anyMatch(type -> type.matches(event.type())))
        && (when == null || when.test(facts.moving(from, after)));
  }

  /** The state the entity is in afterwards: only an applied event has changed it. */
  private static @Nullable String after(Verdict verdict) {
    return verdict instanceof Verdict.Applied applied ? applied.to() : verdict.from();
  }
}
