package dev.gatehouse.process.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.MachineSettings.Illegal;
import dev.gatehouse.process.machine.MachineSettings.Order;
import dev.gatehouse.process.machine.MachineSettings.Transition;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MachineCheckTest {
  private static Transition on(String on, String from, String to, @Nullable String when) {
    return new Transition(on, Arrays.asList(from.split(",")), to, when);
  }

  private static Transition on(String on, String from, String to) {
    return on(on, from, to, null);
  }

  private static MachineSettings machine(Transition... transitions) {
    return MachineSettings.of(
        "order", Sample.ERP, "new", Order.SEQUENCE, Arrays.asList(transitions));
  }

  private static List<String> mistakes(MachineSettings settings) {
    return switch (Machine.check(settings)) {
      case Checked.Good good -> List.of();
      case Checked.Bad bad -> bad.mistakes().stream().map(Mistake::toString).toList();
    };
  }

  @Test
  void theMachineOfTheContractIsGood() {
    assertThat(
            mistakes(
                machine(
                        on("order.paid", "new", "paid"),
                        on("order.shipped", "paid", "shipped"),
                        on("order.cancelled", "new,paid", "cancelled", "body.total < 1000"))
                    .with(Illegal.DEFER)))
        .isEmpty();
  }

  @Test
  void allMistakesComeAtOnceWithTheirPlaces() {
    MachineSettings settings =
        machine(
                on("order.paid", "nwe", "paid"),
                on("order.*.x", "new", "paid", "body.total <"),
                on("*", "*", "paid"),
                new Transition("order.x", List.of(), "paid", null))
            .withStates(List.of("new", "paid", "paid"), List.of("gone"));
    assertThat(mistakes(settings))
        .satisfiesExactlyInAnyOrder(
            each -> assertThat(each).startsWith("states[2]: stands twice"),
            each -> assertThat(each).startsWith("terminal[0]: no such state: gone"),
            each -> assertThat(each).startsWith("transitions[0].from: no such state: nwe"),
            each -> assertThat(each).startsWith("transitions[1].on: an event type"),
            each -> assertThat(each).startsWith("transitions[1].when: column"),
            each -> assertThat(each).startsWith("transitions[2].on: an event type"),
            each -> assertThat(each).startsWith("transitions[3].from: at least one"));
  }

  @Test
  void statesThatCannotBeReachedAreAMistake() {
    assertThat(mistakes(machine(on("a", "new", "paid"), on("b", "lost", "found"))))
        .containsExactlyInAnyOrder(
            "state lost cannot be reached from new", "state found cannot be reached from new");
  }

  @Test
  void movesThatNeverHaveTheirTurnAreAMistake() {
    assertThat(mistakes(machine(on("a", "new", "x"), on("a", "new,x", "y"))))
        .singleElement()
        .asString()
        .startsWith("transitions[1]: never has its turn from new: transitions[0] takes a first");
    assertThat(mistakes(machine(on("a", "new", "x", "1 < 2"), on("a", "new", "y", " 1 < 2"))))
        .hasSize(1);
    assertThat(mistakes(machine(on("a.*", "new", "x"), on("a.b", "new", "y")))).hasSize(1);
    assertThat(mistakes(machine(on("a", "*", "x"), on("a", "new", "y")))).hasSize(1);
    assertThat(mistakes(machine(on("a", "new", "x"), on("a", "new", "x")))).hasSize(1);
  }

  @Test
  void anElseAfterAGuardIsNone() {
    assertThat(mistakes(machine(on("a", "new", "x", "1 < 2"), on("a", "new", "y")))).isEmpty();
    assertThat(mistakes(machine(on("a.b", "new", "x"), on("a.*", "new", "y")))).isEmpty();
    assertThat(mistakes(machine(on("a", "new", "x"), on("a", "*", "y")))).isEmpty();
    assertThat(mistakes(machine(on("a", "new", "x"), on("a", "x", "new")))).isEmpty();
  }

  @Test
  void anEmptyMachineIsAMistake() {
    assertThat(mistakes(machine())).containsExactly("transitions: at least one is expected");
  }

  @Test
  void statesComeInTheOrderOfAppearanceUnlessListed() {
    MachineSettings settings = machine(on("a", "new", "x"), on("b", "x,new", "y"));
    assertThat(Machine.of(settings).states()).containsExactly("new", "x", "y");
    assertThat(Machine.of(settings.withStates(List.of("y", "x", "new"), List.of())).states())
        .containsExactly("y", "x", "new");
  }

  @Test
  void patternsOverlapWhereATypeCanBeMeantByBoth() {
    assertThat(new TypePattern("order.*").matches("order.paid")).isTrue();
    assertThat(new TypePattern("order.*").matches("order.item.paid")).isTrue();
    assertThat(new TypePattern("order.*").matches("orders.paid")).isFalse();
    assertThat(new TypePattern("order.*").matches("order")).isFalse();
    assertThat(new TypePattern("order.*").matches(null)).isFalse();
    assertThat(new TypePattern("*").matches(null)).isTrue();
    assertThat(new TypePattern("a.*").overlaps(new TypePattern("a.b.*"))).isTrue();
    assertThat(new TypePattern("a.b.*").overlaps(new TypePattern("a.*"))).isTrue();
    assertThat(new TypePattern("a.*").overlaps(new TypePattern("b.*"))).isFalse();
    assertThat(new TypePattern("a.b").overlaps(new TypePattern("a.*"))).isTrue();
    assertThat(new TypePattern("a.b").overlaps(new TypePattern("a.c"))).isFalse();
  }

  @Test
  void machinesOfOneSourceShareNoType() {
    Machine order = Machine.of(machine(on("order.*", "new", "x")));
    Machine payment =
        Machine.of(
            MachineSettings.of(
                "payment", Sample.ERP, "new", Order.NONE, List.of(on("order.paid", "new", "x"))));
    Machine elsewhere =
        Machine.of(
            MachineSettings.of(
                "other",
                new SourceName("shop"),
                "new",
                Order.NONE,
                List.of(on("order.paid", "new", "x"))));
    assertThat(new Machines(List.of(order, payment)).conflicts())
        .singleElement()
        .asString()
        .contains("payment", "order");
    assertThat(new Machines(List.of(order, elsewhere)).conflicts()).isEmpty();
  }

  @Test
  void anEventHasOneMachine() {
    Machine order = Machine.of(machine(on("order.*", "new", "x")));
    Machine payment =
        Machine.of(
            MachineSettings.of(
                    "payment", Sample.ERP, "new", Order.NONE, List.of(on("pay.done", "new", "x")))
                .with(MachineSettings.Unmatched.DEAD_LETTER));
    Machines machines = new Machines(List.of(order, payment));
    assertThat(machines.of(Sample.of("pay.done").withKey(null).event())).contains(payment);
    assertThat(machines.of(Sample.of("order.x").withKey(null).event())).contains(order);
    assertThat(machines.of(Sample.of("other").withKey(null).event())).contains(payment);
    assertThat(machines.of(Sample.of("pay.done").event())).as("by its entity").contains(order);
    assertThat(Machines.NONE.of(Sample.of("order.x").event())).isEmpty();
  }
}
