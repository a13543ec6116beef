package dev.gatehouse.bench;

import dev.gatehouse.support.GatewayProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The whole way, from the request to the delivery, against the ceiling of all its parts; and a
 * backlog being worked off, against events worked while they come in.
 *
 * <p>Both rates end with the last delivery, so a backlog that grows behind quick acknowledgements
 * counts.
 */
final class WaySection implements Section {
  private record Round(double echo, double insert, double sink, double way) {
    double ceiling() {
      return Ceiling.of(echo, insert, sink);
    }
  }

  @Override
  public String name() {
    return "way";
  }

  @Override
  public List<Row> measure(Rig rig) {
    int echo = rig.echoPort();
    String url = rig.migratedDatabase();
    WholeWay way = new WholeWay(rig, url);
    List<Double> drains = new ArrayList<>();
    List<Round> rounds;
    try (GatewayProcess gateway = way.start()) {
      way.warm(gateway.port());
      rounds =
          rig.rounds(
              () ->
                  new Round(
                      rig.closed("echo", echo).perSecond(),
                      rig.insertAlone(InsertCeiling.Rows.ALL_TABLES),
                      rig.sinkAlone(),
                      way.live(gateway.port())));
      for (int i = 0; i < (rig.options().quick() ? 1 : 3); i++) {
        drains.add(way.drainABacklog(gateway));
      }
    }
    double live = Ceiling.median(rounds.stream().map(Round::way).toList());
    Map<String, Object> beside = new LinkedHashMap<>();
    beside.put("echo/s", Ceiling.median(rounds.stream().map(Round::echo).toList()));
    beside.put("insert_all_tables/s", Ceiling.median(rounds.stream().map(Round::insert).toList()));
    beside.put("sink/s", Ceiling.median(rounds.stream().map(Round::sink).toList()));
    beside.put("formula/s", Ceiling.median(rounds.stream().map(Round::ceiling).toList()));
    beside.put("delivered/s", live);
    double drain = Ceiling.median(drains);
    Map<String, Object> drained = new LinkedHashMap<>();
    drained.put("live/s", live);
    drained.put("drained/s", drain);
    return List.of(
        Row.atLeast(
            "whole way (ack, verdict, delivered), of the formula over its parts",
            Ceiling.median(rounds.stream().map(r -> r.way() / r.ceiling()).toList()),
            0.8,
            beside),
        Row.atLeast("drain of a backlog, against live processing", drain / live, 1.0, drained));
  }
}
