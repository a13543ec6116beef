package dev.gatehouse.process.lane;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.process.machine.Machine;
import dev.gatehouse.process.machine.MachineSettings;
import dev.gatehouse.process.machine.MachineSettings.Order;
import dev.gatehouse.process.machine.MachineSettings.Transition;
import dev.gatehouse.process.machine.Machines;
import dev.gatehouse.process.route.Route;
import dev.gatehouse.process.route.RouteSettings;
import dev.gatehouse.process.route.Router;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Machines for tests. */
final class Samples {
  static final DestinationName BILLING = new DestinationName("billing");

  private Samples() {}

  /** new, paid, shipped; what comes too early waits. */
  static MachineSettings order(Duration deferFor, MachineSettings.AfterDead afterDead) {
    return new MachineSettings(
        "order",
        List.of(StoredEvents.SOURCE),
        "new",
        Order.NONE,
        List.of(),
        List.of(
            new Transition("order.paid", List.of("new"), "paid", null),
            new Transition("order.shipped", List.of("paid"), "shipped", null),
            new Transition("order.returned", List.of("shipped"), "returned", null)),
        List.of(),
        MachineSettings.Stale.IGNORE,
        MachineSettings.Illegal.DEFER,
        MachineSettings.Unmatched.IGNORE,
        deferFor,
        afterDead,
        "r1");
  }

  /** Goes to and fro; a wrong order is an illegal move. */
  static MachineSettings pingPong() {
    return MachineSettings.of(
        "order",
        StoredEvents.SOURCE,
        "a",
        Order.NONE,
        List.of(
            new Transition("ping", List.of("a"), "b", null),
            new Transition("pong", List.of("b"), "a", null)));
  }

  /** One machine, and everything applied goes to billing. */
  static ProcessSettings settings(MachineSettings machine) {
    return settings(machine, RouteSettings.of(StoredEvents.SOURCE, BILLING));
  }

  static ProcessSettings settings(MachineSettings machine, RouteSettings route) {
    return new ProcessSettings(
        new Machines(List.of(Machine.of(machine))), new Router(List.of(Route.of(route))), Map.of());
  }
}
