package dev.gatehouse.operate.api;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.SourceName;
import java.util.List;
import java.util.Optional;

/**
 * What is configured now, as far as the admin port shows it.
 *
 * @param revision number of the configuration in force
 * @param redacted its wording, with {@code ***} or references in place of secrets
 */
public record Catalogue(
    List<Source> sources, List<Destination> destinations, long revision, String redacted) {

  /**
   * @param provider the preset's id, or {@code custom}
   * @param confidence how sure it is that the provider signs like that: {@code recorded}, {@code
   *     read}, {@code low}, or {@code own} for a rule of the operator's
   */
  public record Source(SourceName name, String provider, String confidence) {}

  /**
   * @param kind such as {@code http}
   * @param target where to, without user, query or secret
   */
  public record Destination(DestinationName name, String kind, String target) {}

  public Catalogue {
    sources = List.copyOf(sources);
    destinations = List.copyOf(destinations);
  }

  Optional<Source> source(String name) {
    return sources.stream().filter(each -> each.name().value().equals(name)).findFirst();
  }

  Optional<Destination> destination(String name) {
    return destinations.stream().filter(each -> each.name().value().equals(name)).findFirst();
  }
}
