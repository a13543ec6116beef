package dev.gatehouse.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.RawHttp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What must hold after every case, whether it says so or not. */
final class ImpliedChecks {
  private static final String NEXT_ID = "evt_next_good";

  private final CaseRun run;

  ImpliedChecks(CaseRun run) {
    this.run = run;
  }

  void check() throws IOException {
    for (Sent sent : run.sent()) {
      assertThat(sent.answers())
          .as("no 5xx for what an outsider sends")
          .noneMatch(answer -> answer.status() >= 500);
      for (RawHttp.Answer answer : sent.answers()) {
        assertThat(answer.text()).doesNotContain("Exception", "\tat ", "Jetty", "Javalin");
      }
    }
    theNextGoodRequestIsTaken();
    nothingLeaks();
    theBooksBalance();
  }

  /** Nothing an answer, a log line or a stored text shows is a secret or a signature. */
  void nothingLeaks() {
    String logs = run.gateway().logs();
    List<String> texts = secretsAndSignatures();
    assertThat(run.facts().tablesWith(texts)).as("tables with a secret or signature").isEmpty();
    for (String text : texts) {
      assertThat(logs.contains(text)).as("a secret or signature in the logs").isFalse();
      for (Sent sent : run.sent()) {
        assertThat(sent.answers())
            .as("a secret or signature in an answer")
            .noneMatch(answer -> (answer.headers() + answer.text()).contains(text));
      }
    }
  }

  private List<String> secretsAndSignatures() {
    CaseMac mac = new CaseMac(run.file().source());
    List<String> texts = new ArrayList<>(run.file().secrets());
    for (Sent sent : run.sent()) {
      for (String secret : run.file().secrets()) {
        texts.addAll(mac.expected(sent.request(), secret));
      }
    }
    return texts;
  }

  private void theNextGoodRequestIsTaken() throws IOException {
    byte[] request = GoodRequest.of(run.file(), NEXT_ID, "next").bytes();
    RawHttp.Answer answer = RawHttp.once(run.gateway().port(), request);
    assertThat(answer.status()).as("the next good request: %s", answer.text()).isEqualTo(200);
    run.settle();
  }

  /** {@code received = pending + finished + dead}. */
  private void theBooksBalance() {
    JsonNode stats = run.gateway().admin().get("/stats");
    assertThat(
            stats.path("pending").asLong()
                + stats.path("finished").asLong()
                + stats.path("dead").asLong())
        .as("the books: %s", stats)
        .isEqualTo(stats.path("received").asLong())
        .isEqualTo(run.facts().events());
  }
}
