package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.AdminApi;
import dev.gatehouse.support.Facts;
import dev.gatehouse.support.GatewayProcess;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** Asks for replays as an operator would, and checks the books against the items every time. */
final class Replaying {
  private static final Duration SOON = Duration.ofSeconds(40);

  private final AdminApi admin;
  private final Facts facts;

  Replaying(GatewayProcess node, Facts facts) {
    this.admin = node.admin();
    this.facts = facts;
  }

  /** Asks for one; its id. */
  String ask(String json) {
    AdminApi.Answer answer = admin.send("POST", "/replays", json);
    assertThat(answer.status()).as(answer.text()).isIn(200, 201);
    return answer.json().get("id").stringValue();
  }

  AdminApi.Answer decide(String id, String word) {
    return admin.send("POST", "/replays/" + id + "/" + word, "{}");
  }

  JsonNode show(String id) {
    checkBooks();
    return admin.get("/replays/" + id);
  }

  /** Waits until it is in one of these states. */
  JsonNode await(String id, String... states) {
    List<String> wanted = Arrays.asList(states);
    Awaitility.await("replay is " + wanted)
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> wanted.contains(show(id).get("state").stringValue()));
    return show(id);
  }

  static int count(JsonNode replay, String what) {
    return replay.get("counts").get(what).intValue();
  }

  /** Every replay's books say what its items say, in one look. */
  void checkBooks() {
    assertThat(
            facts.rows(
                """
                select r.id from replay r
                join (
                  select replay, count(*) as selected,
                    count(*) filter (where state = 'succeeded') as succeeded,
                    count(*) filter (where state = 'failed') as failed,
                    count(*) filter (where state = 'skipped') as skipped,
                    count(*) filter (where state in ('behind', 'waiting', 'running')) as remaining,
                    count(*) filter (where state = 'running') as under_way
                  from replay_item group by replay
                ) i on i.replay = r.id
                where (r.selected, r.succeeded, r.failed, r.skipped, r.remaining, r.under_way)
                  is distinct from
                  (i.selected, i.succeeded, i.failed, i.skipped, i.remaining, i.under_way)
                """))
        .as("replays whose books do not say what their items say")
        .isEmpty();
  }
}
