package dev.gatehouse.deliver.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.deliver.breaker.Circuit.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CircuitTest {
  private static final Instant T0 = Instant.parse("2026-03-01T12:00:00Z");
  private static final BreakerSettings SETTINGS =
      new BreakerSettings(
          5,
          0.5,
          10,
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10));

  private static Instant at(long seconds) {
    return T0.plusSeconds(seconds);
  }

  private static Circuit open(Instant when) {
    return Circuit.closed(T0.minusSeconds(3600))
        .opened("5 in a row", 5, when, SETTINGS)
        .orElseThrow();
  }

  @Test
  void aCircuitWithoutTroubleLetsEverythingThrough() {
    assertThat(Circuit.closed(T0).permit(T0, "a", 16, SETTINGS)).isEqualTo(new Permit.Flow(16));
  }

  @Test
  void nothingGoesWhileItIsOpenAndOneProbeAfterTheCoolDown() {
    Circuit open = open(T0);
    assertThat(open.permit(at(4), "a", 16, SETTINGS)).isEqualTo(new Permit.Nothing());
    assertThat(open.permit(at(5), "a", 16, SETTINGS)).isEqualTo(new Permit.MayProbe());
    assertThat(open.probing("a", at(4), SETTINGS)).isEmpty();

    Circuit probing = open.probing("a", at(5), SETTINGS).orElseThrow();
    assertThat(probing.permit(at(6), "a", 16, SETTINGS)).isEqualTo(new Permit.Probe());
    assertThat(probing.permit(at(6), "b", 16, SETTINGS)).isEqualTo(new Permit.Nothing());
    assertThat(probing.probing("b", at(6), SETTINGS)).isEmpty();
  }

  @Test
  void aLostProbeIsTakenOver() {
    Circuit probing = open(T0).probing("a", at(5), SETTINGS).orElseThrow();
    assertThat(probing.permit(at(25), "b", 16, SETTINGS)).isEqualTo(new Permit.MayProbe());
    Circuit second = probing.probing("b", at(25), SETTINGS).orElseThrow();
    assertThat(second.probeNode()).isEqualTo("b");
    // The first one's late answer no longer counts.
    assertThat(second.probeFailed("a", "timeout", at(26), SETTINGS)).isEmpty();
    assertThat(second.probeSucceeded("a", at(26))).isEmpty();
  }

  @Test
  void itComesBackOnARamp() {
    Circuit closed =
        open(T0)
            .probing("a", at(5), SETTINGS)
            .flatMap(c -> c.probeSucceeded("a", at(6)))
            .orElseThrow();
    assertThat(closed.permit(at(6), "a", 16, SETTINGS)).isEqualTo(new Permit.Flow(1));
    assertThat(closed.permit(at(11), "b", 16, SETTINGS)).isEqualTo(new Permit.Flow(8));
    assertThat(closed.permit(at(16), "a", 16, SETTINGS)).isEqualTo(new Permit.Flow(16));
    assertThat(closed.permit(at(5), "a", 16, SETTINGS)).isEqualTo(new Permit.Flow(1));
  }

  @Test
  void eachFailedProbeDoublesTheCoolDownUpToItsCap() {
    Circuit circuit = open(T0);
    Instant now = T0;
    long[] waits = new long[6];
    for (int i = 0; i < waits.length; i++) {
      Instant due = circuit.probeAt();
      assertThat(due).isNotNull();
      waits[i] = Duration.between(now, due).toSeconds();
      now = due;
      circuit =
          circuit
              .probing("a", now, SETTINGS)
              .orElseThrow()
              .probeFailed("a", "timeout", now, SETTINGS)
              .orElseThrow();
    }
    assertThat(waits).containsExactly(5, 10, 20, 40, 60, 60);
  }

  @Test
  void aCircuitThatWasWellForLongBeginsWithTheShortCoolDownAgain() {
    Circuit closed =
        open(T0)
            .probing("a", at(5), SETTINGS)
            .flatMap(c -> c.probeSucceeded("a", at(6)))
            .orElseThrow();
    assertThat(closed.opened("x", 5, at(20), SETTINGS).orElseThrow().timesOpened()).isEqualTo(2);
    assertThat(closed.opened("x", 5, at(600), SETTINGS).orElseThrow().timesOpened()).isEqualTo(1);
  }

  @Test
  void ofSeveralThatSeeTheSameTroubleOneMovesIt() {
    Circuit open = open(T0);
    assertThat(open.opened("again", 5, at(1), SETTINGS)).isEmpty();
    Circuit paused = open.paused("credentials refused: HTTP 401", at(1)).orElseThrow();
    assertThat(paused.paused("credentials refused: HTTP 401", at(2))).isEmpty();
    assertThat(paused.opened("again", 5, at(3), SETTINGS)).isEmpty();
  }

  @Test
  void onlyAPersonEndsAPause() {
    Circuit paused = Circuit.closed(T0).paused("by alice", T0).orElseThrow();
    assertThat(paused.permit(at(1_000_000), "a", 16, SETTINGS)).isEqualTo(new Permit.Nothing());
    assertThat(paused.probing("a", at(1_000_000), SETTINGS)).isEmpty();
    Circuit resumed = paused.resumed("by alice", at(10)).orElseThrow();
    assertThat(resumed.state()).isEqualTo(State.CLOSED);
    assertThat(resumed.permit(at(10), "a", 16, SETTINGS)).isEqualTo(new Permit.Flow(1));
    assertThat(resumed.resumed("by alice", at(11))).isEmpty();
  }

  @Test
  void aProbeThatEndsDuringAPauseDoesNotEndIt() {
    Circuit probing = open(T0).probing("a", at(5), SETTINGS).orElseThrow();
    Circuit paused = probing.paused("by alice", at(6)).orElseThrow();
    assertThat(paused.probeSucceeded("a", at(7))).isEmpty();
    assertThat(paused.probeFailed("a", "timeout", at(7), SETTINGS)).isEmpty();
  }

  @Test
  void failuresInARowOrTheirShareRaiseTheAlarm() {
    Tally tally = Tally.empty(T0);
    for (int i = 0; i < 4; i++) {
      tally = tally.with(false, at(i), SETTINGS);
    }
    assertThat(tally.alarm(SETTINGS)).isEmpty();
    assertThat(tally.with(false, at(4), SETTINGS).alarm(SETTINGS)).hasValue("5 failures in a row");
    assertThat(tally.with(true, at(4), SETTINGS).consecutive()).isZero();

    Tally mixed = Tally.empty(T0);
    for (int i = 0; i < 10; i++) {
      mixed = mixed.with(i % 2 == 0, at(i), SETTINGS);
    }
    assertThat(mixed.alarm(SETTINGS)).hasValue("5 of the last 10 attempts failed");
  }

  @Test
  void theWindowForgets() {
    Tally tally = Tally.empty(T0);
    for (int i = 0; i < 9; i++) {
      tally = tally.with(i % 2 == 0, at(0), SETTINGS);
    }
    assertThat(tally.with(false, at(31), SETTINGS).alarm(SETTINGS)).isEmpty();
    assertThat(tally.with(false, at(16), SETTINGS).alarm(SETTINGS)).isPresent();
  }

  @Test
  void settingsOfZeroAreRefused() {
    assertThatThrownBy(() -> with(0, 0.5, Duration.ofSeconds(1)))
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> with(1, 0, Duration.ofSeconds(1))).hasMessageContaining("ratio");
    assertThatThrownBy(() -> with(1, Double.NaN, Duration.ofSeconds(1)))
        .hasMessageContaining("ratio");
    assertThatThrownBy(() -> with(1, 0.5, Duration.ZERO)).hasMessageContaining("cool_down");
  }

  private static BreakerSettings with(int inARow, double ratio, Duration coolDown) {
    Duration second = Duration.ofSeconds(1);
    return new BreakerSettings(
        inARow, ratio, 10, second, coolDown, Duration.ofMinutes(1), second, second);
  }

  /** Whatever happens in whatever order, a circuit can always get out of where it is. */
  @Test
  void noSequenceOfEventsLeavesItStuck() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Circuit circuit = Circuit.closed(T0);
    Instant now = T0;
    for (int i = 0; i < 20_000; i++) {
      now = now.plusMillis(random.nextInt(20_000));
      Instant when = now;
      String node = random.nextBoolean() ? "a" : "b";
      Circuit before = circuit;
      Optional<Circuit> next =
          switch (random.nextInt(6)) {
            case 0 -> before.opened("x", 5, when, SETTINGS);
            case 1 -> before.probing(node, when, SETTINGS);
            case 2 -> before.probeSucceeded(node, when);
            case 3 -> before.probeFailed(node, "x", when, SETTINGS);
            case 4 -> random.nextInt(10) == 0 ? before.paused("x", when) : Optional.empty();
            default ->
                before.state() == State.PAUSED ? before.resumed("x", when) : Optional.empty();
          };
      next.ifPresent(
          after -> assertThat(after.version()).as("seed %d", seed).isEqualTo(before.version() + 1));
      circuit = next.orElse(circuit);
      assertOneWayOut(circuit, now, seed);
    }
  }

  private static void assertOneWayOut(Circuit circuit, Instant now, long seed) {
    Instant later = now.plus(SETTINGS.maxCoolDown()).plus(SETTINGS.probeLease());
    boolean out =
        switch (circuit.state()) {
          case CLOSED -> circuit.permit(now, "a", 4, SETTINGS) instanceof Permit.Flow;
          case PAUSED -> circuit.resumed("x", later).isPresent();
          case OPEN, HALF_OPEN ->
              circuit
                  .probing("c", later, SETTINGS)
                  .flatMap(probing -> probing.probeSucceeded("c", later))
                  .isPresent();
        };
    assertThat(out).as("%s, seed %d", circuit, seed).isTrue();
  }
}
