package dev.gatehouse.deliver.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.worker.Turns.Left;
import dev.gatehouse.deliver.worker.Turns.Place;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final EntityRef X = new EntityRef("order", "x");

  private final Turns turns = new Turns();

  private static Work work() {
    return Work.first(Samples.delivery(Samples.event("x"), new DestinationName("a")));
  }

  private static Work retry() {
    return new Work(
        Samples.delivery(Samples.event("x"), new DestinationName("a")), 0, 1, 1, null, null, true);
  }

  @Test
  void oneGoesAndTheOthersWaitInOrder() {
    Work first = work();
    Work second = work();
    Work third = work();
    assertThat(turns.enter(X, first)).isEqualTo(Place.GOES);
    assertThat(turns.enter(X, second)).isEqualTo(Place.WAITS);
    assertThat(turns.enter(X, third)).isEqualTo(Place.WAITS);
    assertThat(turns.waiting()).isEqualTo(2);

    assertThat(turns.leave(X, first, true)).isEqualTo(new Left(second, List.of(), false));
    assertThat(turns.enter(X, second)).isEqualTo(Place.GOES);
    assertThat(turns.leave(X, second, true)).isEqualTo(new Left(third, List.of(), false));
    assertThat(turns.leave(X, third, true)).isEqualTo(new Left(null, List.of(), false));
    assertThat(turns.waiting()).isZero();
    assertThat(turns.enter(X, work())).isEqualTo(Place.GOES);
  }

  @Test
  void afterAFailureEverythingStandsBehindUntilTheDatabaseHasNothingLeft() {
    Work first = work();
    Work second = work();
    assertThat(turns.enter(X, first)).isEqualTo(Place.GOES);
    assertThat(turns.enter(X, second)).isEqualTo(Place.WAITS);
    assertThat(turns.leave(X, first, false)).isEqualTo(new Left(null, List.of(second), true));
    assertThat(turns.enter(X, work())).isEqualTo(Place.BEHIND);

    // Three entries are on their way into the database; until they are there, it cannot know.
    turns.clear(X, null);
    assertThat(turns.enter(X, work())).isEqualTo(Place.BEHIND);
    for (int i = 0; i < 4; i++) {
      turns.written(X);
    }
    turns.clear(X, null);
    assertThat(turns.enter(X, work())).isEqualTo(Place.GOES);
  }

  @Test
  void aRetryHoldsItsEntityAndStaysHeldAfterSuccess() {
    Work retry = retry();
    assertThat(turns.enter(X, retry)).isEqualTo(Place.GOES);
    assertThat(turns.enter(X, retry())).isEqualTo(Place.LATER);
    assertThat(turns.enter(X, work())).isEqualTo(Place.BEHIND);
    assertThat(turns.leave(X, retry, true)).isEqualTo(new Left(null, List.of(), true));
    assertThat(turns.enter(X, work())).isEqualTo(Place.BEHIND);
  }

  @Test
  void anAnswerOfTheDatabaseThatIsTooOldDoesNotFree() {
    turns.hold(X);
    Map<EntityRef, Long> marks = turns.held();
    assertThat(marks).containsOnlyKeys(X);
    assertThat(turns.enter(X, work())).isEqualTo(Place.BEHIND);
    assertThat(turns.held()).isEmpty();
    turns.written(X);
    turns.clear(X, marks.get(X));
    assertThat(turns.enter(X, work())).isEqualTo(Place.BEHIND);
  }

  @Test
  void oneThatIsDroppedBeforeItBeganTakesThoseThatWaitedWithIt() {
    Work first = work();
    Work second = work();
    Work third = work();
    assertThat(turns.enter(X, first)).isEqualTo(Place.GOES);
    assertThat(turns.enter(X, second)).isEqualTo(Place.WAITS);
    assertThat(turns.enter(X, third)).isEqualTo(Place.WAITS);
    Left left = turns.leave(X, first, true);
    assertThat(turns.dropped(X, third)).isEmpty();
    assertThat(turns.dropped(X, second)).containsExactly(third);
    assertThat(left.next()).isEqualTo(second);
    assertThat(turns.enter(X, work())).isEqualTo(Place.GOES);
  }

  @Test
  void lanesThatAreLostTakeWhatWaitedWithThem() {
    Work first = work();
    Work second = work();
    assertThat(turns.enter(X, first)).isEqualTo(Place.GOES);
    assertThat(turns.enter(X, second)).isEqualTo(Place.WAITS);
    assertThat(turns.forget(entity -> true)).containsExactly(second);
    // The one under way still has its turn until it ends.
    assertThat(turns.leave(X, first, true)).isEqualTo(new Left(null, List.of(), false));
  }
}
