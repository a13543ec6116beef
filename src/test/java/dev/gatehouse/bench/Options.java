package dev.gatehouse.bench;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * What to measure and for how long.
 *
 * @param only names of sections; empty means all
 * @param step the length of one measured load
 * @param rounds how often the steps alternate
 */
record Options(
    boolean quick,
    boolean json,
    int connections,
    int rounds,
    Duration step,
    long storedEvents,
    Duration reader,
    Set<String> only) {
  static final String USAGE =
      """
      bench/run [--quick] [--json] [--connections N] [--rounds N] [--step SECONDS]
                [--stored EVENTS] [--reader-minutes N] [--only ack,latency,way,deliver,stored,reader,start]

      --quick   under five minutes; leaves out what needs millions of events or a long reader
      --json    one JSON object on standard output; progress goes to standard error either way
      exit      0 every row reaches what it must, 1 some row does not, 2 wrong usage
      """;

  Options {
    only = Set.copyOf(only);
  }

  static Options parse(String[] arguments) {
    boolean quick = false;
    boolean json = false;
    int connections = 256;
    int rounds = 0;
    int step = 0;
    long stored = 10_000_000;
    int readerMinutes = 10;
    Set<String> only = new TreeSet<>();
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--quick" -> quick = true;
        case "--json" -> json = true;
        case "--connections" -> connections = Integer.parseInt(arguments[++i]);
        case "--rounds" -> rounds = Integer.parseInt(arguments[++i]);
        case "--step" -> step = Integer.parseInt(arguments[++i]);
        case "--stored" -> stored = Long.parseLong(arguments[++i]);
        case "--reader-minutes" -> readerMinutes = Integer.parseInt(arguments[++i]);
        case "--only" -> only.addAll(Set.of(arguments[++i].split(",")));
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
    return new Options(
        quick,
        json,
        connections,
        rounds > 0 ? rounds : quick ? 3 : 5,
        Duration.ofSeconds(step > 0 ? step : quick ? 3 : 8),
        stored,
        Duration.ofMinutes(readerMinutes),
        only);
  }

  boolean wants(String section) {
    return only.isEmpty() || only.contains(section);
  }
}
