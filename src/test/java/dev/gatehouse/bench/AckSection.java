package dev.gatehouse.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How many events a second are acknowledged, against the ceiling of echo and insert, and against
 * the same gateway with one insert and commit per request. The work behind the acknowledgement is
 * leased elsewhere.
 */
final class AckSection implements Section {
  private record Round(
      double echo, double insert, double acknowledged, double oneByOne, double bare) {
    double ofCeiling() {
      return acknowledged / Ceiling.of(echo, insert);
    }
  }

  @Override
  public String name() {
    return "ack";
  }

  @Override
  public List<Row> measure(Rig rig) {
    int echo = rig.echoPort();
    boolean withBare = !rig.options().quick();
    int bare = withBare ? rig.perRequestPort() : 0;
    int oneByOne = rig.oneByOnePort();
    int gateway = rig.acknowledgingPort();
    List<Round> rounds =
        rig.rounds(
            () ->
                new Round(
                    rig.closed("echo", echo).perSecond(),
                    rig.insertAlone(InsertCeiling.Rows.EVENTS),
                    rig.closed("gateway", gateway).perSecond(),
                    rig.closed("gateway, one by one", oneByOne).perSecond(),
                    withBare
                        ? rig.closed("bare insert per request", bare).perSecond()
                        : Double.NaN));
    double acknowledged = median(rounds, Round::acknowledged);
    Map<String, Object> beside = new LinkedHashMap<>();
    beside.put("echo/s", median(rounds, Round::echo));
    beside.put("insert/s", median(rounds, Round::insert));
    beside.put("formula/s", Ceiling.of(median(rounds, Round::echo), median(rounds, Round::insert)));
    beside.put("acknowledged/s", acknowledged);
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("one_by_one/s", median(rounds, Round::oneByOne));
    if (withBare) {
      plain.put("bare_insert_per_request/s", median(rounds, Round::bare));
    }
    plain.put("acknowledged/s", acknowledged);
    return List.of(
        Row.atLeast(
            "acknowledged events/s, %d connections, of 1/(1/echo + 1/insert)"
                .formatted(rig.options().connections()),
            median(rounds, Round::ofCeiling),
            0.9,
            beside),
        Row.atLeast(
            "the same against one insert per request",
            median(rounds, round -> round.acknowledged() / round.oneByOne()),
            6,
            plain));
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
    return Ceiling.median(rounds.stream().map(figure::applyAsDouble).toList());
  }
}
