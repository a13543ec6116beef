package dev.gatehouse.replay.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @Test
  void booksThatDoNotBalanceAreNone() {
    assertThat(new Counts(10, 3, 2, 1, 4).since(Judged.NONE).tried()).isEqualTo(5);
    assertThatThrownBy(() -> new Counts(10, 3, 2, 1, 5))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sharesAreNumbersOrPercent() {
    assertThat(Share.parse("25")).map(share -> share.of(1000)).hasValue(25);
    assertThat(Share.parse("5%")).map(share -> share.of(1000)).hasValue(50);
    assertThat(Share.parse("1%")).map(share -> share.of(7)).as("at least one").hasValue(1);
    assertThat(Share.parse("25")).map(share -> share.of(7)).as("at most all").hasValue(7);
    for (String none : List.of("0", "0%", "101%", "-1", "1.5", "", "%", "12345678", "5 %")) {
      assertThat(Share.parse(none)).as(none).isEmpty();
    }
  }

  @Test
  void stagesRiseAndEndWithAll() {
    Conduct conduct = conduct("10", "50%", "20%", "100%");
    assertThat(conduct.stageEnds(1000)).containsExactly(10, 500, 1000);
    assertThat(conduct.stageEnds(5)).as("the canary is all of them").containsExactly(5);
    assertThat(conduct.stageEnds(0)).containsExactly(0);
    assertThat(Conduct.DEFAULT.stageEnds(7)).containsExactly(7);
  }

  @Test
  void aStageThatFailsStopsAndAGoodOneGoesOn() {
    assertThat(step(new Counts(100, 1, 3, 0, 96), true, false))
        .isEqualTo(new Step.Stop(Step.FAILURE_RATIO));
    assertThat(step(new Counts(100, 1, 3, 0, 96), false, false))
        .as("too few to tell, and the stage goes on")
        .isInstanceOf(Step.GoOn.class);
    assertThat(step(new Counts(100, 4, 6, 0, 90), false, false))
        .isEqualTo(new Step.Stop(Step.FAILURE_RATIO));
    assertThat(step(new Counts(100, 4, 0, 0, 96), true, false)).isInstanceOf(Step.NextStage.class);
    assertThat(step(new Counts(100, 40, 0, 0, 60), true, true)).isInstanceOf(Step.GoOn.class);
    assertThat(step(new Counts(100, 0, 100, 0, 0), true, true)).isInstanceOf(Step.Finish.class);
  }

  @Test
  void whatSomebodySawAndForgaveIsNotJudgedAgain() {
    Counts counts = new Counts(100, 20, 20, 0, 60);
    assertThat(Step.next(counts, counts.since(new Judged(1, 20)), 0.5, false, false, true))
        .isInstanceOf(Step.GoOn.class);
    assertThat(Step.next(counts, counts.since(Judged.NONE), 0.49, false, false, true))
        .isInstanceOf(Step.Stop.class);
  }

  @Test
  void startsKeepTheirPaceWhateverThePauses() {
    Random random = new Random(7);
    for (int perSecond : List.of(1, 3, 50, 1000)) {
      Instant paid = NOW;
      Instant now = NOW;
      long started = 0;
      long seconds = 30;
      while (now.isBefore(NOW.plusSeconds(seconds))) {
        int allowed = Pace.allowed(paid, now, perSecond);
        paid = Pace.paid(paid, now, allowed, perSecond);
        started += allowed;
        now = now.plusMillis(1 + random.nextInt(300));
      }
      assertThat(started)
          .as("%d per second", perSecond)
          .isBetween((long) (seconds * perSecond * 0.9) - 1, seconds * perSecond + perSecond);
    }
  }

  @Test
  void aPauseDoesNotEndInAFlood() {
    assertThat(Pace.allowed(NOW, NOW.plusSeconds(3600), 50)).isEqualTo(50);
  }

  @Test
  void aFilterThatMeansEverythingIsRefused() {
    assertThat(filter(Subject.DEAD_LETTERS, null, null).fault()).isPresent();
    assertThat(filter(Subject.DEAD_LETTERS, "erp", null).fault()).isEmpty();
    assertThat(filter(Subject.EVENTS, "erp", null).fault()).as("no bounds").isPresent();
    assertThat(filter(Subject.DELIVERIES, "erp", null).fault()).isPresent();
    assertThat(filter(Subject.EVENTS, null, "CODE").fault()).isPresent();
  }

  @Test
  void nothingFollowsAnEnd() {
    for (ReplayState state : ReplayState.values()) {
      for (ReplayState next : ReplayState.values()) {
        if (state.isOver()) {
          assertThat(state.mayBecome(next)).as(state + " to " + next).isFalse();
        }
      }
      assertThat(ReplayState.parse(state.text())).contains(state);
    }
  }

  private static Step step(Counts counts, boolean stageDone, boolean last) {
    return Step.next(counts, counts.since(Judged.NONE), 0.5, false, stageDone, last);
  }

  private static Conduct conduct(String canary, String... stages) {
    return new Conduct(
        Share.parse(canary).orElseThrow(),
        List.of(stages).stream().map(each -> Share.parse(each).orElseThrow()).toList(),
        false,
        0.5,
        50,
        100);
  }

  private static ReplayFilter filter(
      Subject subject, @Nullable String source, @Nullable String code) {
    return new ReplayFilter(
        subject,
        source,
        null,
        code,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        List.<UUID>of(),
        null);
  }
}
