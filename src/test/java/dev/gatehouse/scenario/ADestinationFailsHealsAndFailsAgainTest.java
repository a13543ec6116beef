package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Two gateways and one destination that fails, heals and fails again under load: every attempt is
 * written down, one probe goes at a time, and the order of an entity holds at the receiver.
 */
class ADestinationFailsHealsAndFailsAgainTest {
  private static final Duration LONG = Duration.ofSeconds(90);
  private static final Pattern ORDER = Pattern.compile("\"order\":\"([^\"]+)\"");
  private static final int ENTITIES = 30;
  private static final long BETWEEN_REQUESTS = Duration.ofMillis(10).toNanos();

  private final Map<Integer, Integer> answered = new ConcurrentHashMap<>();
  private final AtomicInteger delivered = new AtomicInteger();
  private volatile int status = 200;

  private Sink.Reply answer(Sink.Call call) {
    LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
    int now = status;
    answered.put(call.number(), now);
    if (now == 200) {
      delivered.incrementAndGet();
    }
    return Sink.Reply.of(now);
  }

  @Test
  void attemptsAreCountedProbesGoOneAtATimeAndOrderHolds() throws IOException {
    try (Sink sink = Sink.start(this::answer);
        Station station = Station.open(config(sink))) {
      GatewayProcess one = station.startNode();
      GatewayProcess two = station.startNode();
      Awaitility.await("lanes split")
          .atMost(LONG)
          .until(
              () ->
                  station
                          .facts()
                          .number(
                              "select count(distinct owner) as n from lane"
                                  + " where lease_until > now()")
                      == 2);
      try (Flood toOne = Flood.start(2, one::port, number -> tick("s", number));
          Flood toTwo = Flood.start(2, two::port, number -> tick("o", number))) {
        awaitDelivered(300);
        status = 503;
        awaitMoves(station, "half_open", 3);
        status = 200;
        awaitDelivered(delivered.get() + 300);
        status = 500;
        awaitMoves(station, "half_open", moves(station, "half_open") + 2);
        status = 200;
        awaitDelivered(delivered.get() + 300);
        toOne.close();
        toTwo.close();
        station.facts().settle(LONG);

        assertThat(station.facts().events()).isGreaterThanOrEqualTo(toOne.count() + toTwo.count());
      }
      assertThat(station.facts().deadLetters()).isZero();
      assertThat(station.facts().attempts())
          .as("attempts written down, against those the receiver saw")
          .isEqualTo(sink.count());
      assertThat(station.facts().number("select count(distinct node) as n from attempt"))
          .as("both nodes have sent")
          .isEqualTo(2);
      assertThat(moves(station, "open")).as("it opened again and again").isGreaterThanOrEqualTo(4);
      probesGoOneAtATime(station, sink.calls());
      orderHolds(sink.calls());
    }
  }

  /** While a probe is under way nothing else begins, from either node. */
  private static void probesGoOneAtATime(Station station, List<Sink.Call> calls) {
    List<Map<String, Object>> probes =
        station
            .sql()
            .query(
                """
                select h.at as from, n.at as to from circuit_change h
                join circuit_change n on n.destination = h.destination and n.version = h.version + 1
                where h.state = 'half_open'
                """);
    assertThat(probes).hasSizeGreaterThanOrEqualTo(5);
    for (Map<String, Object> probe : probes) {
      Instant from = ((Timestamp) probe.get("from")).toInstant();
      Instant to = ((Timestamp) probe.get("to")).toInstant();
      assertThat(calls)
          .as("requests between %s and %s", from, to)
          .filteredOn(call -> !call.at().isBefore(from) && call.at().isBefore(to))
          .hasSize(1);
    }
  }

  /** A later event of an entity comes only after all earlier ones were taken. */
  private void orderHolds(List<Sink.Call> calls) {
    Map<String, Sink.Call> last = new HashMap<>();
    for (Sink.Call call : calls) {
      Sink.Call before = last.put(entity(call), call);
      if (before != null) {
        long step = position(call) - position(before);
        boolean taken = Integer.valueOf(200).equals(answered.get(before.number()));
        assertThat(taken ? step > 0 : step == 0)
            .as("%s: call %d after call %d", entity(call), call.number(), before.number())
            .isTrue();
      }
    }
    assertThat(last).hasSize(ENTITIES);
  }

  private static String config(Sink sink) {
    return Orders.config(Orders.COUNTING, Map.of("sink", sink.url()))
        .replace("max_attempts: 4", "max_attempts: 100000")
        .replace(
            "circuit: { consecutive_failures: 1000, failure_ratio: 1 }",
            "circuit: { consecutive_failures: 5, failure_ratio: 1, minimum_results: 1000,"
                + " cool_down: 1200ms, max_cool_down: 2s, ramp: 1s }");
  }

  private static byte[] tick(String prefix, long number) {
    LockSupport.parkNanos(BETWEEN_REQUESTS);
    return Orders.request(prefix + number, "tick", "ord_" + number % ENTITIES, number);
  }

  private void awaitDelivered(int count) {
    Awaitility.await("%d delivered".formatted(count))
        .atMost(LONG)
        .until(() -> delivered.get() >= count);
  }

  private static void awaitMoves(Station station, String state, long count) {
    Awaitility.await("%d times %s".formatted(count, state))
        .atMost(LONG)
        .until(() -> moves(station, state) >= count);
  }

  private static long moves(Station station, String state) {
    return station
        .facts()
        .number("select count(*) as n from circuit_change where state = ?", state);
  }

  private static long position(Sink.Call call) {
    return Long.parseLong(call.header("gatehouse-position").orElseThrow());
  }

  private static String entity(Sink.Call call) {
    Matcher order = ORDER.matcher(call.text());
    assertThat(order.find()).as(call.text()).isTrue();
    return order.group(1);
  }
}
