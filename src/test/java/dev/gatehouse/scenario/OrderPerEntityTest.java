package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Promise 6: events of one entity are folded, and delivered, one after another. */
class OrderPerEntityTest {
  private static final Pattern FIELDS = Pattern.compile("\"order\":\"([^\"]+)\",\"seq\":(\\d+)");
  private static final int ENTITIES = 10;
  private static final int EVENTS = 20;

  @Test
  void deliveriesOfAnEntityArriveInOrderAlsoWhenSomeFailAtFirst() throws IOException {
    Set<String> failedBefore = ConcurrentHashMap.newKeySet();
    // Every fifth event fails once: what follows it has to wait.
    Sink.Script script =
        call ->
            sequence(call) % 5 == 2 && failedBefore.add(call.text())
                ? Sink.Reply.of(500)
                : Sink.Reply.of(200);
    try (Sink sink = Sink.start(script);
        Station station = Station.open(Orders.config(Orders.SELLING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      for (int seq = 1; seq <= EVENTS; seq++) {
        for (int entity = 0; entity < ENTITIES; entity++) {
          String type = seq == 1 ? "order.paid" : seq == EVENTS ? "order.shipped" : "order.noted";
          String id = "evt_" + entity + "_" + seq;
          Station.post(node, Orders.request(id, type, "ord_" + entity, seq));
        }
      }
      station.facts().settle();

      Map<String, List<Integer>> delivered = new HashMap<>();
      Set<String> failed = ConcurrentHashMap.newKeySet();
      for (Sink.Call call : sink.calls()) {
        if (sequence(call) % 5 == 2 && failed.add(call.text())) {
          continue;
        }
        delivered.computeIfAbsent(entity(call), key -> new ArrayList<>()).add(sequence(call));
      }
      assertThat(delivered).hasSize(ENTITIES);
      assertThat(delivered.values())
          .allSatisfy(sequences -> assertThat(sequences).hasSize(EVENTS).isSorted());
      assertThat(failed).as("the script did fail some").hasSize(ENTITIES * 4);
      assertThat(station.facts().state("ord_0")).contains("shipped");
    }
  }

  @Test
  void anOlderEventNeverOverwritesANewerStateAndGoesNowhere() throws IOException {
    try (Sink sink = Sink.start();
        Station station = Station.open(Orders.config(Orders.SELLING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      Station.post(node, Orders.request("evt_1", "order.paid", "ord_1", 1));
      Station.post(node, Orders.request("evt_3", "order.shipped", "ord_1", 3));
      station.facts().settle();
      Station.post(node, Orders.request("evt_2", "order.noted", "ord_1", 2));
      station.facts().settle();

      assertThat(station.facts().state("ord_1")).contains("shipped");
      assertThat(
              station
                  .sql()
                  .query(
                      """
                      select verdict from outcome o join event e on e.id = o.event
                      where e.event_id = 'evt_2'
                      """))
          .singleElement()
          .satisfies(row -> assertThat(row.get("verdict")).isEqualTo("stale"));
      assertThat(sink.count()).as("a stale event is not delivered").isEqualTo(2);
    }
  }

  private static int sequence(Sink.Call call) {
    return Integer.parseInt(field(call, 2));
  }

  private static String entity(Sink.Call call) {
    return field(call, 1);
  }

  private static String field(Sink.Call call, int group) {
    Matcher fields = FIELDS.matcher(call.text());
    assertThat(fields.find()).as(call.text()).isTrue();
    return fields.group(group);
  }
}
