package dev.gatehouse.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The wait for an acknowledgement at half the highest rate, against the echo's at the same rate.
 */
final class LatencySection implements Section {
  private record Round(double echo, double gateway) {}

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public List<Row> measure(Rig rig) {
    int echo = rig.echoPort();
    int gateway = rig.acknowledgingPort();
    double half = rig.closed("gateway, highest rate", gateway).perSecond() / 2;
    List<Round> rounds =
        rig.rounds(
            () -> new Round(p99(rig, "echo", echo, half), p99(rig, "gateway", gateway, half)));
    double echoMillis = Ceiling.median(rounds.stream().map(Round::echo).toList());
    double gatewayMillis = Ceiling.median(rounds.stream().map(Round::gateway).toList());
    Map<String, Object> beside = new LinkedHashMap<>();
    beside.put("echo_p99_ms", echoMillis);
    beside.put("ack_p99_ms", gatewayMillis);
    beside.put("rate/s", half);
    return List.of(
        Row.atMost(
            "p99 ack at half that load, of the echo's p99", gatewayMillis / echoMillis, 5, beside));
  }

  private static double p99(Rig rig, String what, int port, double perSecond) {
    Load load = Load.open(port, rig.options().connections(), rig.options().step(), perSecond);
    return Rig.millis(rig.load(what + " at half load", load).latencies().quantile(0.99));
  }
}
