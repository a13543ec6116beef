package dev.gatehouse.deliver.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.NextStep;
import dev.gatehouse.event.DestinationName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On a clock of our own: how much of a line may be under way. */
class GateTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final DestinationName A = new DestinationName("a");
  private static final DestinationSettings PLAIN =
      DestinationSettings.of(A, Target.Http.of("https://example.com/hook"));
  private static final Circuit WELL = Circuit.closed(START);

  /** How many first attempts a gate lets begin now; none of them ends. */
  private static int begun(
      Gate gate, Circuit circuit, Instant now, DestinationSettings settings, double share) {
    int begun = 0;
    while (gate.pass(circuit, now, settings, share, true) != Gate.Pass.NOTHING) {
      assertThat(gate.begin(false, circuit, settings)).isFalse();
      begun++;
    }
    return begun;
  }

  private static Attempted ended(AttemptResult result, Duration latency, Instant now) {
    return new Attempted(
        Work.first(Samples.delivery(Samples.event("1"), A)),
        result,
        new NextStep.Done(),
        now.minus(latency),
        now,
        latency,
        false);
  }

  @Test
  void nodesShareARateAsTheyShareTheLanes() {
    DestinationSettings settings = PLAIN.withLimits(1000, 40).unadaptive();
    List<Gate> gates = List.of(new Gate("one", settings), new Gate("two", settings));
    List<Double> shares = List.of(0.75, 0.25);
    int[] begun = new int[2];
    for (int tick = 0; tick <= 600; tick++) {
      for (int i = 0; i < 2; i++) {
        Instant now = START.plusMillis(tick * 100L);
        begun[i] += begun(gates.get(i), WELL, now, settings, shares.get(i));
        for (int left = gates.get(i).underWay(); left > 0; left--) {
          gates.get(i).end(false);
        }
      }
    }
    // A minute, and the tenth of a second's worth, but at least one, that may go at once.
    assertThat(begun[0]).isBetween(1790, 1804);
    assertThat(begun[1]).isBetween(590, 602);
  }

  @Test
  void noRateIsNoLimit() {
    DestinationSettings settings = PLAIN.withLimits(1000, 0).unadaptive();
    assertThat(begun(new Gate("one", settings), WELL, START, settings, 0.01)).isEqualTo(1000);
  }

  @Test
  void theFlowGrowsFromOneToAllAfterAProbe() {
    DestinationSettings settings = PLAIN.withLimits(20, 0).unadaptive();
    Circuit open = WELL.opened("x", 1, START, settings.breaker()).orElseThrow();
    Instant due = START.plusSeconds(5);
    Circuit half = open.probing("one", due, settings.breaker()).orElseThrow();
    Circuit closed = half.probeSucceeded("one", due).orElseThrow();
    Gate gate = new Gate("one", settings);
    assertThat(begun(gate, open, START, settings, 1)).isZero();
    assertThat(gate.pass(half, due, settings, 1, true)).isEqualTo(Gate.Pass.RETRY_BEFORE_FIRST);
    assertThat(gate.begin(false, half, settings)).as("it is the probe").isTrue();
    assertThat(gate.pass(half, due, settings, 1, true)).as("one").isEqualTo(Gate.Pass.NOTHING);
    gate.end(false);
    int all = 0;
    for (int tenth = 0; tenth <= 10; tenth++) {
      all += begun(gate, closed, due.plusSeconds(tenth), settings, 1);
      assertThat(all).isEqualTo(Math.max(1, 2 * tenth));
    }
  }

  @Test
  void aReceiverThatAsksForQuietGetsIt() {
    Gate gate = new Gate("one", PLAIN);
    assertThat(begun(gate, WELL, START, PLAIN, 1)).isEqualTo(4);
    gate.learn(
        ended(new AttemptResult.Answered(429, "7"), Duration.ofMillis(10), START), START, PLAIN);
    for (int i = 0; i < 4; i++) {
      gate.end(false);
    }
    assertThat(begun(gate, WELL, START.plusMillis(6_999), PLAIN, 1)).isZero();
    assertThat(begun(gate, WELL, START.plusSeconds(7), PLAIN, 1)).isEqualTo(2);
    DestinationSettings unadaptive = PLAIN.unadaptive();
    assertThat(begun(gate, WELL, START, unadaptive, 1)).isEqualTo(14);
  }

  @Test
  void timeoutsMeanLessAndOtherFailuresDoNot() {
    Gate gate = new Gate("one", PLAIN);
    for (AttemptResult each :
        List.of(
            new AttemptResult.NoAnswer(AttemptResult.Trouble.CONNECT),
            new AttemptResult.NoAnswer(AttemptResult.Trouble.TLS),
            new AttemptResult.Forbidden(),
            new AttemptResult.Answered(500, null),
            new AttemptResult.Answered(404, null))) {
      gate.learn(ended(each, Duration.ofMillis(1), START), START, PLAIN);
      assertThat(gate.stands(PLAIN)).isEqualTo(4);
    }
    gate.learn(
        ended(
            new AttemptResult.NoAnswer(AttemptResult.Trouble.TIMEOUT),
            Duration.ofSeconds(10),
            START),
        START,
        PLAIN);
    assertThat(gate.stands(PLAIN)).isEqualTo(2);
  }

  @Test
  void aProbeIsNotTakenToBeLostWhileItsAttemptMayLast() {
    Target.Http slow = Target.Http.of("https://example.com/hook").within(Duration.ofMinutes(4));
    DestinationSettings settings = DestinationSettings.of(A, slow);
    Board board = new Board(settings, "one", START);
    board.setLanes(Node.ALL_LANES, List.of());
    Circuit open = WELL.opened("x", 1, START, settings.breaker()).orElseThrow();
    Instant due = START.plusSeconds(5);
    Circuit half = board.tick(true, open, due).orElseThrow().from(open, due).orElseThrow();
    assertThat(half.probeAt()).isAfter(due.plus(Duration.ofMinutes(4)));
  }
}
