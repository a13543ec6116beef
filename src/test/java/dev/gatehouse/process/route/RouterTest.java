package dev.gatehouse.process.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.EntityState;
import dev.gatehouse.process.machine.Sample;
import dev.gatehouse.process.machine.Verdict;
import dev.gatehouse.process.machine.VerdictKind;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RouterTest {
  private static final DestinationName A = new DestinationName("a");
  private static final DestinationName B = new DestinationName("b");

  private static RouteSettings route(
      List<String> types, @Nullable String when, DestinationName... to) {
    return new RouteSettings(Sample.ERP, types, when, List.of(to), true, RouteSettings.APPLIED);
  }

  private static Routed routed(Verdict verdict, InboundEvent event, RouteSettings... routes) {
    return new Router(Arrays.stream(routes).map(Route::of).toList())
        .route(event, verdict, Sample.facts(event));
  }

  private static List<DestinationName> names(Routed routed) {
    return routed.to().stream().map(RoutedTo::destination).toList();
  }

  private static Verdict paid(InboundEvent event) {
    return new Verdict.Applied(
        "new", "paid", null, new EntityState("paid", 1, null, null, event.id(), null));
  }

  @Test
  void routesBySourceTypeAndTheStateReached() {
    InboundEvent event = Sample.of("order.paid").event();
    RouteSettings contract = route(List.of("order.*"), "state.to == 'paid'", A);
    assertThat(names(routed(paid(event), event, contract))).containsExactly(A);
    assertThat(names(routed(paid(event), event, route(List.of("payment.*"), null, A)))).isEmpty();
    assertThat(names(routed(paid(event), event, route(List.of("x", "*"), null, A))))
        .containsExactly(A);
    assertThat(
            names(
                routed(
                    paid(event),
                    event,
                    RouteSettings.of(new SourceName("other"), A),
                    new RouteSettings(
                        null, List.of(), null, List.of(B), true, RouteSettings.APPLIED))))
        .containsExactly(B);
  }

  @Test
  void onlyAppliedEventsGoUnlessTheRouteSaysOtherwise() {
    InboundEvent event = Sample.of("order.paid").event();
    Verdict stale = new Verdict.Stale("paid", Verdict.Stale.Reason.OLDER_SEQUENCE);
    RouteSettings all =
        new RouteSettings(
            Sample.ERP,
            List.of(),
            "state.to == 'paid'",
            List.of(B),
            true,
            Set.of(VerdictKind.APPLIED, VerdictKind.STALE));
    assertThat(names(routed(stale, event, RouteSettings.of(Sample.ERP, A), all)))
        .containsExactly(B);
    assertThat(names(routed(new Verdict.NoMachine(), event, RouteSettings.of(Sample.ERP, A))))
        .containsExactly(A);
  }

  @Test
  void aDestinationIsThereOnceAndOrderedIfAnyRouteSaysSo() {
    InboundEvent event = Sample.of("order.paid").event();
    RouteSettings loose =
        new RouteSettings(
            Sample.ERP, List.of(), null, List.of(A, B, A), false, RouteSettings.APPLIED);
    assertThat(routed(paid(event), event, loose, route(List.of(), null, A)).to())
        .containsExactly(new RoutedTo(A, true), new RoutedTo(B, false));
  }

  @Test
  void aRouteThatCannotBeEvaluatedDoesNotStopTheOthers() {
    InboundEvent event = Sample.of("order.paid").event();
    Routed routed =
        routed(
            paid(event),
            event,
            route(List.of(), "body.missing == 1", A, B),
            route(List.of(), null, B));
    assertThat(names(routed)).containsExactly(B);
    assertThat(routed.failures())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.route()).isZero();
              assertThat(failure.missed()).containsExactly(A);
              assertThat(failure.message()).startsWith("the filter of route 1: a field");
            });
  }

  @Test
  void aFailureThatKeptTheEventFromNowhereIsNone() {
    InboundEvent event = Sample.of("order.paid").event();
    Routed routed =
        routed(
            paid(event),
            event,
            route(List.of(), "body.missing == 1", A),
            route(List.of(), null, A));
    assertThat(names(routed)).containsExactly(A);
    assertThat(routed.failures()).isEmpty();
  }

  @Test
  void mistakesComeAllAtOnce() {
    RouteSettings wrong =
        new RouteSettings(
            null,
            List.of("a.*", "*.b"),
            "state.form == 'x'",
            List.of(),
            true,
            Set.of(VerdictKind.DEFERRED));
    assertThat(Route.check(wrong))
        .isInstanceOfSatisfying(
            Route.Checked.Bad.class,
            bad ->
                assertThat(bad.mistakes())
                    .extracting("path")
                    .containsExactly("types[1]", "to", "verdicts", "when"));
  }
}
