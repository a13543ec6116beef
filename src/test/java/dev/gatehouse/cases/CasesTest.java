package dev.gatehouse.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** One test for each recorded case, against a gateway of its own. */
class CasesTest {
  @TestFactory
  List<DynamicTest> everyCase() throws IOException {
    List<CaseFile> cases = CaseFile.all();
    assertThat(cases).as("recorded cases").hasSizeGreaterThanOrEqualTo(14);
    return cases.stream()
        .map(file -> DynamicTest.dynamicTest(file.title(), () -> play(file)))
        .toList();
  }

  private static void play(CaseFile file) throws Exception {
    switch (file.root().path("kind").asString()) {
      case "ssrf" -> new InsidePlay(file).play();
      case "backoff" -> new WaitPlay(file).play();
      default -> playRequests(file);
    }
  }

  private static void playRequests(CaseFile file) throws Exception {
    if (!file.given().has("destination")) {
      try (GatewayUnderTest gateway =
          Gateways.start(CaseConfig.of(file, Map.of(), true), file.clock())) {
        check(new CaseRun(file, gateway, null));
      }
      return;
    }
    Sink.Script script = Answers.inTurn(file.given().path("destination").path("answers"));
    try (Sink sink = Sink.start(script);
        GatewayUnderTest gateway =
            Gateways.start(CaseConfig.of(file, Map.of("sink", sink.url()), true), file.clock())) {
      check(new CaseRun(file, gateway, sink));
    }
  }

  private static void check(CaseRun run) throws Exception {
    run.play();
    new CaseChecks(run).check();
    new ImpliedChecks(run).check();
  }
}
