package dev.gatehouse.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.RawBody;
import dev.gatehouse.support.AdminApi;
import dev.gatehouse.support.Facts;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Checks every member of {@code expect} that is about a case as a whole. */
final class CaseChecks {
  private final CaseRun run;
  private final Facts facts;

  CaseChecks(CaseRun run) {
    this.run = run;
    this.facts = run.facts();
  }

  void check() throws Exception {
    for (Map.Entry<String, JsonNode> each : run.file().expect().properties()) {
      member(each.getKey(), each.getValue());
    }
  }

  private void member(String name, JsonNode value) throws Exception {
    switch (name) {
      case "responses" -> responses(value);
      case "never" -> new NeverChecks(run).check(value);
      case "forwarded_body_sha256" ->
          assertThat(run.sink().calls())
              .extracting(CaseChecks::sha256)
              .containsExactlyInAnyOrderElementsOf(texts(value));
      case "destination_bodies_sha256_all" ->
          assertThat(run.sink().calls())
              .extracting(CaseChecks::sha256)
              .containsOnly(value.asString());
      case "final_state" ->
          value
              .properties()
              .forEach(
                  each ->
                      assertThat(facts.state(each.getKey()))
                          .as("state of %s", each.getKey())
                          .isEqualTo(Optional.ofNullable(each.getValue().stringValue(null))));
      case "response_bodies" -> responseBodies(value);
      case "rows_for_event" -> {
        String id = run.sent().getFirst().request().header("X-Event-Id").orElseThrow();
        assertThat(facts.eventsWithId(id)).isEqualTo(value.asInt());
      }
      case "deliveries_to_destination" -> {
        assertThat(facts.deliveries()).isEqualTo(value.asInt());
        assertThat(run.sink().count()).isEqualTo(value.asInt());
      }
      case "destination_calls_total" -> assertThat(run.sink().count()).isEqualTo(value.asInt());
      case "dead_letters" -> assertThat(facts.deadLetters()).isEqualTo(value.asInt());
      case "dead_letter_code_first" ->
          assertThat(facts.firstDeadLetterCode()).contains(value.asString());
      case "open_dead_letters_at_end" ->
          assertThat(facts.openDeadLetters()).isEqualTo(value.asInt());
      case "attempt_history_rows_at_least" ->
          assertThat(facts.attempts()).isGreaterThanOrEqualTo(value.asInt());
      case "replay_answers" -> replayAnswers(value);
      case "replayable" -> replayable(value);
      case "memory" -> memory(value);
      default -> throw new AssertionError("an expectation the player does not know: " + name);
    }
  }

  private void responses(JsonNode expected) {
    assertThat(run.sent()).as("requests sent").hasSize(expected.size());
    for (int i = 0; i < expected.size(); i++) {
      new ResponseChecks(facts, run.sent().get(i), "request " + i).check(expected.path(i));
    }
  }

  private void responseBodies(JsonNode rule) {
    assertThat(rule.asString()).isEqualTo("identical for all refusals with the same status");
    Map<Integer, String> bodies = new HashMap<>();
    for (Sent sent : run.sent()) {
      for (RawHttp.Answer answer : sent.answers()) {
        if (answer.status() / 100 == 4) {
          String before = bodies.putIfAbsent(answer.status(), answer.text());
          assertThat(before == null ? answer.text() : before).isEqualTo(answer.text());
        }
      }
    }
  }

  /** One list of allowed statuses for each press; presses at the same time come in any order. */
  private void replayAnswers(JsonNode allowed) {
    List<Integer> statuses = new ArrayList<>();
    for (List<AdminApi.Answer> step : run.replays()) {
      step.stream().map(AdminApi.Answer::status).sorted().forEach(statuses::add);
    }
    assertThat(statuses).hasSize(allowed.size());
    for (int i = 0; i < statuses.size(); i++) {
      String family = statuses.get(i) / 100 + "xx";
      String exact = Integer.toString(statuses.get(i));
      assertThat(texts(allowed.path(i))).as("press %d: %s", i, exact).containsAnyOf(family, exact);
    }
  }

  /** What was kept is enough to do it again: the API hands out the very bytes. */
  private void replayable(JsonNode value) {
    assertThat(value.asBoolean()).isTrue();
    for (Sent sent : run.sent()) {
      String path = "/api/v1/events/" + sent.event().orElseThrow() + "/body";
      AdminApi.Answer answer = run.gateway().admin().raw("GET", path, "");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text())
          .isEqualTo(new String(sent.request().body(), StandardCharsets.UTF_8));
    }
  }

  /** Refused as soon as the limit is passed, not when all of it has come. */
  private void memory(JsonNode rule) throws IOException {
    assertThat(rule.asString())
        .isEqualTo("no more than a few times the limit per request in flight");
    int limit = run.file().source().path("max_body_bytes").asInt();
    CaseRequest tooLarge = run.sent().getFirst().request();
    assertThat(tooLarge.chunked()).isTrue();
    byte[] whole = tooLarge.bytes();
    try (RawHttp http = new RawHttp(run.gateway().port())) {
      http.send(Arrays.copyOf(whole, tooLarge.head().length + limit + 16 * 1024));
      assertThat(http.answerIfAny()).map(RawHttp.Answer::status).contains(413);
    }
  }

  private static String sha256(Sink.Call call) {
    return HexFormat.of().formatHex(new RawBody(call.body()).sha256());
  }

  private static List<String> texts(JsonNode array) {
    return array.values().stream().map(JsonNode::asString).toList();
  }
}
