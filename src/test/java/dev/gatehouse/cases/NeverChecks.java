package dev.gatehouse.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.RawBody;
import dev.gatehouse.support.Facts;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sink;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Checks the facts of {@code expect.never}, which are written for people: each has its check here.
 */
final class NeverChecks {
  private final CaseRun run;
  private final Facts facts;

  NeverChecks(CaseRun run) {
    this.run = run;
    this.facts = run.facts();
  }

  void check(JsonNode never) {
    for (JsonNode fact : never.values()) {
      check(fact.asString());
    }
  }

  private void check(String fact) {
    switch (fact) {
      case "a re-serialised body is accepted with the signature of the original" ->
          badSignaturesStoreNothing();
      case "stored or forwarded bytes differ from the bytes received",
          "the six characters in the third body are altered" ->
          bytesAreTheSame();
      case "verifier sees an empty body",
          "only the first or last v1 is looked at",
          "an undecodable element aborts the check" ->
          goodSignaturesAreTaken();
      case "2xx without a stored or dead-lettered event",
          "aborted transaction leaves a 200 without a row",
          "first event for an unknown entity dropped after its 200" ->
          everyGoodAnswerHasARow();
      case "event type read as absent and silently ignored" ->
          assertThat(facts.number("select count(*) as n from outcome where verdict = 'ignored'"))
              .isZero();
      case "5xx", "5xx (the bare framework answers 500 for the cut-off body)" -> noServerError();
      case "a refused request marks its event id as seen" ->
          assertThat(facts.number("select count(*) as n from event_key"))
              .isEqualTo(run.sent().stream().mapToLong(Sent::storedRows).sum());
      case "the expected MAC appears anywhere" -> new ImpliedChecks(run).nothingLeaks();
      case "an unreadable timestamp counts as fresh" -> unreadableTimesAreRefused();
      case "4xx or 5xx for a duplicate" -> assertThat(run.sent()).allMatch(Sent::all2xx);
      case "second outbound action" -> assertThat(run.sink().count()).isEqualTo(1);
      case "retried for ever" ->
          assertThat(
                  facts.number(
                      "select (select count(*) from retry) + (select count(*) from parked) as n"))
              .isZero();
      case "worker thread dies" ->
          assertThat(facts.verdict(event(run.sent().getLast()))).contains("applied");
      case "database error stack depth limit exceeded reaches the client or repeats for ever" -> {
        assertThat(run.gateway().logs()).doesNotContain("stack depth limit");
        assertThat(run.sent())
            .allSatisfy(
                sent ->
                    assertThat(sent.answers())
                        .noneMatch(answer -> answer.text().contains("stack depth")));
      }
      case "request 1 or 2 answered as duplicate because of request 0" ->
          assertThat(run.sent().subList(1, 3)).noneMatch(Sent::isDuplicate);
      case "either reading of request 0 or 3 applied" ->
          List.of(0, 3)
              .forEach(
                  i ->
                      run.sent()
                          .get(i)
                          .event()
                          .ifPresent(
                              event ->
                                  assertThat(facts.verdict(event))
                                      .isNotEqualTo(Optional.of("applied"))));
      case "truncated body stored" ->
          run.sent().stream()
              .filter(sent -> sent.request().isCutOff())
              .forEach(
                  sent ->
                      assertThat(
                              facts.eventsWithId(sent.request().header("X-Event-Id").orElseThrow()))
                          .isZero());
      case "state incomplete after active" ->
          assertThat(
                  facts.number(
                      "select count(*) as n from outcome where from_state = 'active' and to_state ="
                          + " 'incomplete'"))
              .isZero();
      case "an outbound action for a stale event" -> {
        assertThat(
                facts.number(
                    "select count(*) as n from delivery d join outcome o on o.event = d.event where"
                        + " o.verdict <> 'applied'"))
            .isZero();
        assertThat((long) run.sink().count())
            .isEqualTo(facts.number("select count(*) as n from outcome where verdict = 'applied'"));
      }
      case "two deliveries from one dead letter" ->
          assertThat(facts.number("select count(*) as n from attempt where result = 'delivered'"))
              .isEqualTo(1);
      case "a new event id or changed bytes on replay" -> {
        assertThat(facts.events()).isEqualTo(1);
        assertThat(
                run.sink().calls().stream()
                    .map(call -> call.header("idempotency-key"))
                    .collect(Collectors.toSet()))
            .hasSize(1)
            .allMatch(Optional::isPresent);
        bytesAreTheSame();
      }
      case "earlier attempts erased" -> assertThat(facts.attempts()).isEqualTo(run.sink().count());
      default -> throw new AssertionError("a fact the player does not know: " + fact);
    }
  }

  private void badSignaturesStoreNothing() {
    for (Sent sent : run.sent()) {
      if (!sent.request().signatureIs().equals("valid")) {
        assertThat(sent.storedRows()).isZero();
        assertThat(sent.all4xx()).isTrue();
      }
    }
  }

  private void goodSignaturesAreTaken() {
    for (Sent sent : run.sent()) {
      if (sent.request().signatureIs().equals("valid")) {
        assertThat(sent.all2xx()).as("a good signature is taken").isTrue();
      }
    }
  }

  private void bytesAreTheSame() {
    Set<String> sentDigests =
        run.sent().stream().map(sent -> sha256(sent.request().body())).collect(Collectors.toSet());
    for (Sent sent : run.sent()) {
      sent.event()
          .ifPresent(
              event -> assertThat(facts.bodySha256(event)).contains(sha256(sent.request().body())));
    }
    for (Sink.Call call : run.sinkIfAny().map(Sink::calls).orElse(List.of())) {
      assertThat(sentDigests).contains(sha256(call.body()));
    }
  }

  private void everyGoodAnswerHasARow() {
    for (Sent sent : run.sent()) {
      if (sent.all2xx()) {
        assertThat(facts.bodySha256(event(sent))).isPresent();
        assertThat(facts.verdict(event(sent))).as("a verdict was reached").isPresent();
      }
    }
  }

  private void noServerError() {
    for (Sent sent : run.sent()) {
      assertThat(sent.answers()).noneMatch(answer -> answer.status() >= 500);
    }
  }

  private void unreadableTimesAreRefused() {
    for (Sent sent : run.sent()) {
      String time = sent.request().header("webhook-timestamp").orElse("");
      if (!time.matches("[0-9]{1,12}")) {
        assertThat(sent.answers())
            .extracting(RawHttp.Answer::status)
            .allMatch(status -> status / 100 == 4);
        assertThat(sent.storedRows()).isZero();
      }
    }
  }

  private static UUID event(Sent sent) {
    return sent.event().orElseThrow(() -> new AssertionError("the answer names no event"));
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(new RawBody(bytes).sha256());
  }
}
