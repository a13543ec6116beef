package dev.gatehouse.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/**
 * Plays the case about destinations that lead inside: each is refused when configured, or forbidden
 * before a connection is made; and a redirect to one is not followed.
 */
final class InsidePlay {
  private static final String REDIRECTING = "redirecting";

  private final CaseFile file;
  private final AtomicInteger connections = new AtomicInteger();
  private final List<ServerSocket> listeners = new ArrayList<>();

  InsidePlay(CaseFile file) {
    this.file = file;
  }

  void play() throws Exception {
    try {
      // Ports the candidates on this machine name; taken already is as good as refused.
      listen("127.0.0.1", 5432);
      listen("127.0.0.1", 80);
      listen("::1", 80);
      Map<String, String> accepted = candidatesThatConfigurationTakes();
      candidates(accepted);
      redirects();
    } finally {
      for (ServerSocket each : listeners) {
        each.close();
      }
    }
  }

  private Map<String, String> candidatesThatConfigurationTakes() {
    Map<String, String> accepted = new LinkedHashMap<>();
    int number = 0;
    for (JsonNode candidate : file.given().path("destination_candidates").values()) {
      assertThat(candidate.path("expect").asString())
          .isEqualTo("refused when saved, or at the latest before connecting");
      String name = "candidate" + ++number;
      String url = candidate.path("url").asString();
      List<String> mistakes = Gateways.mistakes(CaseConfig.of(file, Map.of(name, url), false));
      if (mistakes.isEmpty()) {
        accepted.put(name, url);
      }
      assertThat(mistakes)
          .as("nothing is told about the target")
          .noneMatch(
              each -> each.matches("(?i).*(refused to connect|open port|timed out|reachable).*"));
    }
    return accepted;
  }

  private void candidates(Map<String, String> accepted) throws Exception {
    try (GatewayUnderTest gateway =
        Gateways.start(CaseConfig.of(file, accepted, false), file.clock())) {
      CaseRun run = new CaseRun(file, gateway, null);
      run.play();
      new ResponseChecks(run.facts(), run.sent().getFirst(), "request 0")
          .check(file.expect().path("responses").path(0));
      assertThat(
              run.facts()
                  .number(
                      "select count(*) as n from dead_letter where code = 'DESTINATION_FORBIDDEN'"))
          .isEqualTo(accepted.size());
      assertThat(run.facts().rows("select distinct error, http_status from attempt"))
          .as("one text for every kind of inside")
          .hasSizeLessThanOrEqualTo(1);
      assertThat(connections.get())
          .as("sockets opened")
          .isEqualTo(file.expect().path("sockets_opened_to_candidates").asInt());
      new ImpliedChecks(run).check();
    }
  }

  private void redirects() throws Exception {
    JsonNode answers = file.given().path("redirecting_destination").path("answers");
    try (Sink sink = Sink.start(Answers.inTurn(answers));
        GatewayUnderTest gateway =
            Gateways.start(
                CaseConfig.of(file, Map.of(REDIRECTING, sink.url()), true), file.clock())) {
      CaseRun run = new CaseRun(file, gateway, sink);
      run.play();
      assertThat(file.expect().path("redirect_counts_as").asString()).isEqualTo("failed attempt");
      List<Map<String, Object>> attempts =
          run.facts().rows("select result, http_status from attempt order by number");
      assertThat(attempts.getFirst().get("result")).isNotEqualTo("delivered");
      assertThat(((Number) attempts.getFirst().get("http_status")).intValue()).isEqualTo(302);
      assertThat(sink.count()).as("each attempt is one call").isEqualTo(attempts.size());
      assertThat(connections.get())
          .as("redirects followed")
          .isEqualTo(file.expect().path("redirects_followed").asInt());
    }
  }

  private void listen(String address, int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
    } catch (SocketException e) {
      socket.close();
      return;
    }
    listeners.add(socket);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  socket.accept().close();
                  connections.incrementAndGet();
                }
              } catch (IOException e) {
                // Closed at the end of the case.
                return;
              }
            });
  }
}
