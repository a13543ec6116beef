package dev.gatehouse.process.route;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.VerdictKind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One route as it stands in the configuration.
 *
 * @param source null: every source
 * @param types event types, {@code order.*} or {@code *}; empty: all
 * @param when a filter in CEL; null: always
 * @param ordered deliveries of one entity leave one after another
 * @param verdicts which verdicts are routed
 */
public record RouteSettings(
    @Nullable SourceName source,
    List<String> types,
    @Nullable String when,
    List<DestinationName> to,
    boolean ordered,
    Set<VerdictKind> verdicts) {

  /** What is routed where the configuration does not say. */
  public static final Set<VerdictKind> APPLIED = Set.of(VerdictKind.APPLIED);

  public RouteSettings {
    types = List.copyOf(types);
    to = List.copyOf(to);
    verdicts = Set.copyOf(verdicts);
  }

  /** Everything of that source, as it comes, in order. */
  public static RouteSettings of(SourceName source, DestinationName... to) {
    return new RouteSettings(source, List.of(), null, List.of(to), true, APPLIED);
  }
}
