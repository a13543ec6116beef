package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.destination.Destinations;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.process.outbox.Outgoing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All lines, as the settings have them. */
final class Lines {
  private final Supplier<List<DestinationSettings>> settings;
  private final Destinations destinations;
  private volatile Map<DestinationName, Line> lines = Map.of();
  private volatile @Nullable Crew crew;

  /** What {@link #lines} was made from; used by one thread. */
  private List<DestinationSettings> seen = List.of();

  Lines(Supplier<List<DestinationSettings>> settings, Destinations destinations) {
    this.settings = settings;
    this.destinations = destinations;
  }

  void use(Crew theirs) {
    crew = theirs;
  }

  Collection<Line> all() {
    return lines.values();
  }

  Set<DestinationName> names() {
    return lines.keySet();
  }

  @Nullable Line of(DestinationName name) {
    return lines.get(name);
  }

  /** Passes deliveries on to their lines, in the order they came in. */
  void handOver(List<Outgoing> deliveries) {
    Map<DestinationName, List<Outgoing>> byName = new LinkedHashMap<>();
    for (Outgoing each : deliveries) {
      byName.computeIfAbsent(each.destination(), name -> new ArrayList<>()).add(each);
    }
    byName.forEach(
        (name, theirs) -> {
          Line line = lines.get(name);
          if (line != null) {
            line.handOver(theirs);
          }
        });
  }

  /** Makes the lines as the settings now say; new ones have no lanes yet. */
  void follow() {
    List<DestinationSettings> now = settings.get();
    Crew theirs = crew;
    if (now.equals(seen) || theirs == null) {
      return;
    }
    Map<DestinationName, Line> after = new HashMap<>();
    for (DestinationSettings each : now) {
      Line line = lines.get(each.name());
      if (line == null) {
        line = new Line(each, port(each), theirs);
      } else if (!line.settings().equals(each)) {
        line.change(each, samePort(line.settings(), each) ? null : port(each));
      }
      after.put(each.name(), line);
    }
    Map<DestinationName, Line> before = lines;
    lines = Map.copyOf(after);
    seen = List.copyOf(now);
    before.forEach(
        (name, line) -> {
          if (!after.containsKey(name)) {
            line.close();
          }
        });
  }

  private Port port(DestinationSettings of) {
    return new Port(destinations.open(of));
  }

  private static boolean samePort(DestinationSettings one, DestinationSettings other) {
    return one.target().equals(other.target())
        && one.form().equals(other.form())
        && one.concurrency() == other.concurrency();
  }
}
