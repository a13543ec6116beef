package dev.gatehouse.process.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.machine.MachineSettings.Illegal;
import dev.gatehouse.process.machine.MachineSettings.Order;
import dev.gatehouse.process.machine.MachineSettings.Transition;
import dev.gatehouse.process.machine.MachineSettings.Unmatched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MachineTest {
  private static Transition on(String on, List<String> from, String to) {
    return new Transition(on, from, to, null);
  }

  /** The machine of the contract. */
  private static MachineSettings order() {
    return MachineSettings.of(
        "order",
        Sample.ERP,
        "new",
        Order.SEQUENCE,
        List.of(
            on("order.paid", List.of("new"), "paid"),
            on("order.shipped", List.of("paid"), "shipped"),
            new Transition(
                "order.cancelled", List.of("new", "paid"), "cancelled", "body.total < 1000")));
  }

  private static MachineSettings subscription() {
    return MachineSettings.of(
            "subscription",
            Sample.ERP,
            "none",
            Order.SEQUENCE,
            List.of(
                on("subscription.created", List.of("none"), "incomplete"),
                on("subscription.activated", List.of("none", "incomplete"), "active"),
                on("subscription.canceled", List.of("none", "incomplete", "active"), "canceled")))
        .withStates(List.of(), List.of("canceled"));
  }

  /** An entity that is walked through events. */
  private static final class Walk {
    final Machine machine;
    EntityState state;
    final List<Verdict> verdicts = new ArrayList<>();

    Walk(MachineSettings settings) {
      machine = Machine.of(settings);
      state = machine.start();
    }

    Walk then(Sample sample) {
      return then(sample.event());
    }

    Walk then(InboundEvent event) {
      Verdict verdict = machine.fold(state, event, Sample.facts(event));
      verdicts.add(verdict);
      state = verdict.next() == null ? state : verdict.next();
      return this;
    }

    Verdict last() {
      return verdicts.getLast();
    }
  }

  private static void assertRejected(Verdict verdict, ErrorCode code, @Nullable String to) {
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Rejected.class,
            rejected -> {
              assertThat(rejected.code()).isEqualTo(code);
              assertThat(rejected.to()).isEqualTo(to);
              assertThat(rejected.reasonCode()).isEqualTo(code.name());
            });
  }

  @Test
  void movesAlongTheListedTransitions() {
    InboundEvent paid = Sample.of("order.paid", 1).at(Sample.NOON.plusNanos(1234)).event();
    Walk walk = new Walk(order()).then(paid);
    assertThat(walk.last())
        .isEqualTo(
            new Verdict.Applied(
                "new",
                "paid",
                null,
                new EntityState("paid", 1, 1L, Sample.NOON.plusNanos(1000), paid.id(), null)));
    walk.then(Sample.of("order.shipped", 2));
    assertThat(walk.state.state()).isEqualTo("shipped");
    assertThat(walk.state.version()).isEqualTo(2);
  }

  @Test
  void aGuardDecidesAndIsRecorded() {
    Walk walk =
        new Walk(order()).then(Sample.of("order.cancelled", 1).withBody("{\"total\":12.5}"));
    assertThat(walk.last().guard()).isEqualTo("body.total < 1000");
    assertThat(walk.state.state()).isEqualTo("cancelled");

    Verdict refused =
        new Walk(order()).then(Sample.of("order.cancelled", 1).withBody("{\"total\":1000}")).last();
    assertRejected(refused, ErrorCode.ILLEGAL_TRANSITION, "cancelled");
    assertThat(refused.guard()).isEqualTo("body.total < 1000");
    assertThat(
            new Walk(order().with(Illegal.IGNORE))
                .then(Sample.of("order.cancelled", 1).withBody("{\"total\":1000}"))
                .last()
                .reasonCode())
        .isEqualTo("GUARD_REFUSED");
  }

  @Test
  void theFirstGuardThatHoldsWins() {
    MachineSettings settings =
        MachineSettings.of(
            "order",
            Sample.ERP,
            "new",
            Order.NONE,
            List.of(
                new Transition("a", List.of("new"), "big", "body.total > 100"),
                new Transition("a", List.of("new"), "middle", "body.total > 10"),
                on("a", List.of("new"), "small")));
    assertThat(new Walk(settings).then(Sample.of("a").withBody("{\"total\":1000}")).state.state())
        .isEqualTo("big");
    assertThat(new Walk(settings).then(Sample.of("a").withBody("{\"total\":50}")).state.state())
        .isEqualTo("middle");
    assertThat(new Walk(settings).then(Sample.of("a").withBody("{\"total\":5}")).state.state())
        .isEqualTo("small");
  }

  @Test
  void aGuardWithoutAnAnswerIsADeadLetter() {
    Verdict verdict =
        new Walk(order().with(Illegal.DEFER)).then(Sample.of("order.cancelled", 1)).last();
    assertRejected(verdict, ErrorCode.CONDITION_FAILED, "cancelled");
    assertThat(verdict.guard()).isEqualTo("body.total < 1000");
  }

  @Test
  void aLateEventDoesNotUndoANewerState() {
    Walk first =
        new Walk(subscription())
            .then(Sample.of("subscription.activated", 2))
            .then(Sample.of("subscription.created", 1));
    assertThat(first.last())
        .isEqualTo(new Verdict.Stale("active", Verdict.Stale.Reason.OLDER_SEQUENCE));
    assertThat(first.state.state()).isEqualTo("active");

    Walk second =
        new Walk(subscription())
            .then(Sample.of("subscription.created", 1))
            .then(Sample.of("subscription.activated", 2))
            .then(Sample.of("subscription.created", 1));
    assertThat(second.verdicts.stream().map(Verdict::kind))
        .containsExactly(VerdictKind.APPLIED, VerdictKind.APPLIED, VerdictKind.STALE);
    assertThat(second.state.state()).isEqualTo("active");
    assertThat(second.state.version()).isEqualTo(2);
  }

  @Test
  void theSequenceAnEntityHasAlreadyIsStale() {
    assertThat(
            new Walk(subscription())
                .then(Sample.of("subscription.created", 1))
                .then(Sample.of("subscription.activated", 1))
                .last()
                .reasonCode())
        .isEqualTo("SAME_SEQUENCE");
  }

  @Test
  void aMachineMayComplainAboutWhatIsStale() {
    assertRejected(
        new Walk(subscription().with(MachineSettings.Stale.DEAD_LETTER))
            .then(Sample.of("subscription.activated", 2))
            .then(Sample.of("subscription.created", 1))
            .last(),
        ErrorCode.STALE_EVENT,
        "incomplete");
  }

  @Test
  void anEventWithoutASequenceIsTakenAsItComes() {
    Walk walk =
        new Walk(subscription())
            .then(Sample.of("subscription.created", 5))
            .then(Sample.of("subscription.activated"));
    assertThat(walk.state.state()).isEqualTo("active");
    assertThat(walk.state.lastSequence()).isEqualTo(5);
  }

  @Test
  void theStateItIsInAlreadyIsIgnoredButCountsAsNews() {
    Walk walk =
        new Walk(order())
            .then(Sample.of("order.paid", 1))
            .then(Sample.of("order.paid", 5))
            .then(Sample.of("order.shipped", 3));
    assertThat(walk.verdicts.get(1).reasonCode()).isEqualTo("ALREADY_IN_STATE");
    assertThat(walk.verdicts.get(1).next()).isNotNull();
    assertThat(walk.last().kind()).isEqualTo(VerdictKind.STALE);
    assertThat(walk.state.version()).as("moves, not writes").isEqualTo(1);
    assertThat(walk.state.lastSequence()).isEqualTo(5);
  }

  @Test
  void withoutAnOrderNothingIsStaleAndNothingNeedsWriting() {
    MachineSettings settings =
        MachineSettings.of(
            "order",
            Sample.ERP,
            "new",
            Order.NONE,
            List.of(on("order.paid", List.of("new"), "paid")));
    Walk walk =
        new Walk(settings).then(Sample.of("order.paid", 9)).then(Sample.of("order.paid", 1));
    assertThat(walk.last().reasonCode()).isEqualTo("ALREADY_IN_STATE");
    assertThat(walk.last().next()).isNull();
  }

  @Test
  void aListedMoveThatStaysIsAMove() {
    MachineSettings settings =
        MachineSettings.of(
            "order",
            Sample.ERP,
            "new",
            Order.NONE,
            List.of(on("order.updated", List.of("new"), "new")));
    assertThat(new Walk(settings).then(Sample.of("order.updated")).last())
        .isInstanceOf(Verdict.Applied.class);
  }

  @Test
  void theStarLeavesEveryStateButTheTargetAndTheTerminalOnes() {
    MachineSettings settings =
        MachineSettings.of(
                "order",
                Sample.ERP,
                "new",
                Order.NONE,
                List.of(
                    on("paid", List.of("new"), "paid"),
                    on("refunded", List.of("paid"), "refunded"),
                    on("lost", List.of("*"), "lost"),
                    on("reopened", List.of("*", "refunded"), "new")))
            .withStates(List.of(), List.of("refunded"));
    assertThat(new Walk(settings).then(Sample.of("lost")).state.state()).isEqualTo("lost");
    assertThat(
            new Walk(settings).then(Sample.of("lost")).then(Sample.of("lost")).last().reasonCode())
        .isEqualTo("ALREADY_IN_STATE");
    Walk refunded = new Walk(settings).then(Sample.of("paid")).then(Sample.of("refunded"));
    assertRejected(refunded.then(Sample.of("lost")).last(), ErrorCode.ILLEGAL_TRANSITION, "lost");
    assertThat(refunded.then(Sample.of("reopened")).state.state())
        .as("a terminal state re-opens by a listed move")
        .isEqualTo("new");
  }

  @Test
  void anIllegalMoveIsADeadLetterUnlessToldOtherwise() {
    assertRejected(
        new Walk(order()).then(Sample.of("order.shipped", 1)).last(),
        ErrorCode.ILLEGAL_TRANSITION,
        "shipped");
    Walk ignored = new Walk(order().with(Illegal.IGNORE)).then(Sample.of("order.shipped", 2));
    assertThat(ignored.last().reasonCode()).isEqualTo("ILLEGAL_TRANSITION");
    assertThat(ignored.then(Sample.of("order.paid", 1)).state.state())
        .as("an ignored illegal event makes nothing stale")
        .isEqualTo("paid");
  }

  @Test
  void anEarlyEventWaitsForItsPredecessor() {
    Verdict verdict =
        new Walk(order().with(Illegal.DEFER)).then(Sample.of("order.shipped", 2)).last();
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Deferred.class,
            deferred -> {
              assertThat(deferred.patience()).isEqualTo(Duration.ofMinutes(10));
              assertRejected(deferred.expired(), ErrorCode.DEFER_EXPIRED, "shipped");
            });
  }

  @Test
  void waitingForWhatCannotComeIsPointless() {
    Walk walk =
        new Walk(order().with(Illegal.DEFER))
            .then(Sample.of("order.cancelled", 1).withBody("{\"total\":1}"))
            .then(Sample.of("order.shipped", 2));
    assertRejected(walk.last(), ErrorCode.ILLEGAL_TRANSITION, "shipped");
    assertRejected(
        new Walk(order().with(Illegal.DEFER))
            .then(Sample.of("order.cancelled", 1).withBody("{\"total\":5000}"))
            .last(),
        ErrorCode.ILLEGAL_TRANSITION,
        "cancelled");
  }

  @Test
  void followersComeAfterTheirPredecessorInOrder() {
    Walk walk = new Walk(order().with(Illegal.DEFER));
    InboundEvent shipped = Sample.of("order.shipped", 3).event();
    InboundEvent late = Sample.of("order.shipped", 2).event();
    walk.then(Sample.of("order.paid", 1));
    List<Followers.Settled> settled =
        Followers.settle(
            walk.machine,
            walk.state,
            List.of(
                new Followers.Waiting(shipped, Sample.facts(shipped)),
                new Followers.Waiting(late, Sample.facts(late))));
    assertThat(settled.stream().map(Followers.Settled::event)).containsExactly(late, shipped);
    assertThat(settled.stream().map(each -> each.verdict().kind()))
        .containsExactly(VerdictKind.APPLIED, VerdictKind.IGNORED);
  }

  @Test
  void whoMustWaitLongerIsLeftOut() {
    Walk walk = new Walk(order().with(Illegal.DEFER));
    InboundEvent shipped = Sample.of("order.shipped", 3).event();
    assertThat(
            Followers.settle(
                walk.machine,
                walk.state,
                List.of(new Followers.Waiting(shipped, Sample.facts(shipped)))))
        .isEmpty();
  }

  @Test
  void typesNobodyKnowsAreIgnoredOrComplainedAbout() {
    assertThat(new Walk(order()).then(Sample.of("order.viewed", 1)).last())
        .isEqualTo(new Verdict.Ignored("new", null, Verdict.Ignored.Reason.UNMATCHED, null, null));
    assertThat(new Walk(order()).then(Sample.of(null).withKey(null)).last().reasonCode())
        .isEqualTo("UNMATCHED");
    assertRejected(
        new Walk(order().with(Unmatched.DEAD_LETTER)).then(Sample.of("order.viewed", 1)).last(),
        ErrorCode.UNKNOWN_EVENT_TYPE,
        null);
  }

  @Test
  void whatCouldNotBeReadIsRejected() {
    assertRejected(
        new Walk(order())
            .then(
                Sample.of("order.paid", 1)
                    .withFault(new Fault(ErrorCode.AMBIGUOUS_JSON, "/order/id stands twice")))
            .last(),
        ErrorCode.AMBIGUOUS_JSON,
        null);
    assertRejected(
        new Walk(order()).then(Sample.of("order.paid", 1).withKey(null)).last(),
        ErrorCode.INVALID_FIELD,
        "paid");
  }

  @Test
  void olderTimesAreStaleAndEqualOnesFollowTheOrderOfStates() {
    MachineSettings byTime =
        MachineSettings.of(
            "order",
            Sample.ERP,
            "new",
            Order.TIME,
            List.of(
                on("paid", List.of("new"), "paid"),
                on("cancelled", List.of("new", "paid"), "cancelled"),
                on("reopened", List.of("cancelled"), "paid")));
    Sample paid = Sample.of("paid").at(Sample.NOON);
    Sample cancelled = Sample.of("cancelled").at(Sample.NOON);
    assertThat(new Walk(byTime).then(paid).then(cancelled).state.state()).isEqualTo("cancelled");
    Walk turned = new Walk(byTime).then(cancelled).then(paid);
    assertThat(turned.state.state()).isEqualTo("cancelled");
    assertThat(turned.last().reasonCode()).isEqualTo("SAME_TIME_EARLIER_STATE");
    assertThat(turned.then(Sample.of("reopened").at(Sample.NOON.plusSeconds(1))).state.state())
        .isEqualTo("paid");
    assertThat(
            turned.then(Sample.of("cancelled").at(Sample.NOON.minusSeconds(1))).last().reasonCode())
        .isEqualTo("OLDER_TIME");
  }

  @Test
  void timesAreComparedAsFineAsTheyAreKept() {
    MachineSettings byTime =
        MachineSettings.of(
            "order",
            Sample.ERP,
            "new",
            Order.TIME,
            List.of(on("paid", List.of("new"), "paid"), on("shipped", List.of("paid"), "shipped")));
    Walk walk =
        new Walk(byTime)
            .then(Sample.of("paid").at(Sample.NOON.plusNanos(999)))
            .then(Sample.of("shipped").at(Sample.NOON.plusNanos(1)));
    assertThat(walk.state.state()).isEqualTo("shipped");
  }

  @Test
  void aDeadHeadHoldsItsFollowersButNotItself() {
    Machine machine = Machine.of(order());
    InboundEvent dead = Sample.of("order.shipped", 1).event();
    EntityState held = machine.start().heldBy(dead.id());
    assertThat(held.lastEvent()).isEqualTo(dead.id());
    assertThat(held.holdsBack(dead.id())).isFalse();
    assertThat(held.holdsBack(Sample.of("order.paid").event().id())).isTrue();
    assertThat(held.released().holdsBack(Sample.of("order.paid").event().id())).isFalse();
  }
}
