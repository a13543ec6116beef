package dev.gatehouse.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.Facts;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sink;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * Plays the case about wait times: one event to a destination per script, then the policy alone.
 */
final class WaitPlay {
  /** What a wait may take longer on a busy machine before it counts as too late. */
  private static final Duration SLACK = Duration.ofSeconds(2);

  private static final Set<String> NEVER =
      Set.of(
          "negative or zero-by-overflow delay",
          "exception while computing a delay",
          "all retries at the same instant at the cap");

  private static final Duration FAR = Duration.ofSeconds(60);

  private final CaseFile file;
  private final Map<String, Sink> sinks = new LinkedHashMap<>();

  WaitPlay(CaseFile file) {
    this.file = file;
  }

  void play() throws Exception {
    Map<String, String> urls = new LinkedHashMap<>();
    for (JsonNode script : file.given().path("destination_scripts").values()) {
      Sink sink = Sink.start(Answers.inTurn(script.path("answers")));
      sinks.put(script.path("name").asString(), sink);
      urls.put(script.path("name").asString(), sink.url());
    }
    try (GatewayUnderTest gateway = Gateways.start(CaseConfig.of(file, urls, true), file.clock())) {
      byte[] request = GoodRequest.of(file, "evt_wait", "waits").bytes();
      assertThat(RawHttp.once(gateway.port(), request).status()).isEqualTo(200);
      Facts facts = new Facts(gateway.database()::query);
      Awaitility.await("a first attempt everywhere")
          .atMost(Duration.ofSeconds(20))
          .until(() -> facts.attempts() >= sinks.size());
      for (Map.Entry<String, JsonNode> each : file.expect().properties()) {
        member(facts, each.getKey(), each.getValue());
      }
    } finally {
      for (Sink sink : List.copyOf(sinks.values())) {
        sink.close();
      }
    }
  }

  private void member(Facts facts, String name, JsonNode value) {
    WaitTimes times = new WaitTimes(file, System.nanoTime());
    switch (name) {
      case "delay_ms_between" -> times.everyDelayIsWithin(value);
      case "herd_distinct_next_attempt_ms_at_least" -> times.aHerdIsSpread(value);
      case "next_attempt_not_before_s" ->
          value
              .properties()
              .forEach(
                  each ->
                      assertThat(wait(facts, each.getKey()))
                          .as("%s: not before", each.getKey())
                          .isGreaterThanOrEqualTo(Duration.ofSeconds(each.getValue().asLong())));
      case "next_attempt_not_after_s" ->
          value
              .properties()
              .forEach(
                  each ->
                      assertThat(wait(facts, each.getKey()))
                          .as("%s: not after", each.getKey())
                          .isLessThanOrEqualTo(
                              Duration.ofSeconds(each.getValue().asLong()).plus(SLACK)));
      case "never" ->
          // Each is a bound of the delays above, drawn often enough to be broken.
          value.values().forEach(fact -> assertThat(NEVER).contains(fact.asString()));
      default -> throw new AssertionError("an expectation the player does not know: " + name);
    }
  }

  /**
   * From the first attempt to the second; where that is far away, to when it is planned. A plan for
   * soon counts for nothing: it may be the time a node has for the attempt it is making.
   */
  private Duration wait(Facts facts, String destination) {
    AtomicReference<Duration> wait = new AtomicReference<>();
    Awaitility.await("a second attempt, or a plan for one")
        .atMost(Duration.ofSeconds(40))
        .until(
            () -> {
              List<Instant> made =
                  times(
                      facts,
                      "select at as time from attempt where destination = ? order by 1 limit 2",
                      destination);
              List<Instant> planned =
                  times(
                      facts,
                      "select next_at as time from retry where destination = ?",
                      destination);
              if (made.size() == 2) {
                wait.set(Duration.between(made.get(0), made.get(1)));
              } else if (made.size() == 1 && planned.size() == 1) {
                Duration until = Duration.between(made.getFirst(), planned.getFirst());
                wait.set(until.compareTo(FAR) > 0 ? until : null);
              }
              return wait.get() != null;
            });
    return wait.get();
  }

  private static List<Instant> times(Facts facts, String sql, String destination) {
    return facts.rows(sql, destination).stream()
        .map(row -> ((Timestamp) row.get("time")).toInstant())
        .toList();
  }
}
