package dev.gatehouse.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.Facts;
import dev.gatehouse.support.RawHttp;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Checks one member of {@code expect.responses} against what became of its request. */
final class ResponseChecks {
  private final Facts facts;
  private final Sent sent;
  private final String who;

  ResponseChecks(Facts facts, Sent sent, String who) {
    this.facts = facts;
    this.sent = sent;
    this.who = who;
  }

  void check(JsonNode expected) {
    expected.properties().forEach(each -> member(each.getKey(), each.getValue(), expected));
    if (sent.all2xx()) {
      assertThat(sent.event()).as("%s: the answer names an event", who).isPresent();
      assertThat(facts.bodySha256(event())).as("%s: a 2xx has a committed row", who).isPresent();
    }
  }

  private void member(String name, JsonNode value, JsonNode all) {
    switch (name) {
      case "status_in" -> statusIn(value);
      case "stored" ->
          assertThat(sent.storedRows())
              .as("%s: stored rows", who)
              .isEqualTo(value.asBoolean() ? 1 : 0);
      case "stored_total" ->
          assertThat(sent.storedRows()).as("%s: stored rows", who).isEqualTo(value.asInt());
      case "duplicate" ->
          assertThat(sent.isDuplicate()).as("%s: duplicate", who).isEqualTo(value.asBoolean());
      case "stored_body_sha256" ->
          assertThat(facts.bodySha256(event()))
              .as("%s: kept bytes", who)
              .contains(value.asString());
      case "then" -> then(value);
      case "then_one_of" -> thenOneOf(value);
      case "dead_letter_code" -> deadLetterOrProcessed(value, all);
      case "if_2xx" -> {
        if (sent.all2xx()) {
          // What a 2xx must lead to may be softened by a neighbour of if_2xx.
          value.properties().forEach(each -> member(each.getKey(), each.getValue(), all));
        }
      }
      case "if_4xx" -> {
        if (sent.all4xx()) {
          value.properties().forEach(each -> member(each.getKey(), each.getValue(), all));
        }
      }
      case "max_answer_ms" ->
          assertThat(sent.answers())
              .as("%s: answered in time", who)
              .allSatisfy(
                  answer ->
                      assertThat(answer.took().toMillis()).isLessThanOrEqualTo(value.asInt()));
      case "may_also" ->
          assertThat(value.asString()).isEqualTo("be processed, if the limit is above 901");
      case "note" -> {}
      default -> throw new AssertionError("a response member the player does not know: " + name);
    }
  }

  private void statusIn(JsonNode allowed) {
    boolean silence =
        allowed.values().stream().anyMatch(each -> each.asString().equals("no answer"));
    assertThat(sent.unanswered() == 0 || silence).as("%s: was answered", who).isTrue();
    for (RawHttp.Answer answer : sent.answers()) {
      boolean fits =
          allowed.values().stream()
              .map(JsonNode::asString)
              .anyMatch(
                  each ->
                      each.equals(Integer.toString(answer.status()))
                          || each.equals(answer.status() / 100 + "xx"));
      assertThat(fits).as("%s: status %d in %s", who, answer.status(), allowed).isTrue();
    }
  }

  private void then(JsonNode value) {
    switch (value.asString()) {
      case "processed" -> {
        assertThat(facts.verdict(event())).as("%s: verdict", who).contains("applied");
        assertThat(facts.deadLetterCode(event())).as("%s: dead letter", who).isEmpty();
      }
      case "stale" -> assertThat(facts.verdict(event())).as("%s: verdict", who).contains("stale");
      default -> throw new AssertionError("an outcome the player does not know: " + value);
    }
  }

  private void thenOneOf(JsonNode allowed) {
    String found = facts.deadLetterCode(event()).or(() -> facts.verdict(event())).orElse("nothing");
    boolean fits = false;
    for (JsonNode each : allowed.values()) {
      if (each.isString() && !each.asString().equals("processed")) {
        throw new AssertionError("an outcome the player does not know: " + each);
      }
      fits |=
          each.isString()
              ? found.equals("applied")
              : found.equals(each.path("dead_letter_code").asString());
    }
    assertThat(fits).as("%s: %s is one of %s", who, found, allowed).isTrue();
  }

  private void deadLetterOrProcessed(JsonNode code, JsonNode all) {
    String found = facts.deadLetterCode(event()).orElse("none");
    boolean processed = facts.verdict(event()).equals(Optional.of("applied"));
    assertThat(found.equals(code.asString()) || all.has("may_also") && processed)
        .as("%s: dead letter %s, expected %s", who, found, code)
        .isTrue();
  }

  private UUID event() {
    return sent.event().orElseThrow(() -> new AssertionError(who + ": the answer names no event"));
  }
}
