package dev.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class LoadGeneratorTest {
  private static final Duration SHORT = Duration.ofMillis(400);

  @Test
  void everyRequestIsSignedAndAnEventOfItsOwn() throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SignedEvents.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    try (Sink sink = Sink.start()) {
      LoadResult result = closed(sink, 4);
      assertThat(result.good()).isEqualTo(sink.count()).isGreaterThan(10);
      assertThat(result.latencies().total()).isEqualTo(result.good());
      Set<String> ids = new HashSet<>();
      for (Sink.Call call : sink.calls()) {
        String wanted = "sha256=" + HexFormat.of().formatHex(mac.doFinal(call.body()));
        assertThat(call.header("x-signature")).contains(wanted);
        assertThat(call.body()).hasSize(SignedEvents.BODY_BYTES);
        assertThat(ids.add(call.text().substring(0, 30))).isTrue();
      }
    }
  }

  @Test
  void anOpenLoopCountsTheWaitFromWhenARequestWasDue() throws Exception {
    CountDownLatch stall = new CountDownLatch(1);
    try (Sink sink =
        Sink.start(
            call -> {
              if (call.number() == 1) {
                stall.await(200, TimeUnit.MILLISECONDS);
              }
              return Sink.Reply.of(200);
            })) {
      Load load = Load.open(sink.port(), 1, SHORT, 100);
      LoadResult result = LoadGenerator.run(load, new SignedEvents(SignedEvents.newCounter()));
      // 40 fell due; about 20 of them while the only connection was stalled.
      assertThat(result.allGood("stalled sink").good()).isBetween(39L, 41L);
      assertThat(result.latencies().quantile(0.75)).isGreaterThan(Duration.ofMillis(50));
    }
  }

  @Test
  void refusalsAndBrokenConnectionsAreCountedAndNotTakenForARate() throws IOException {
    try (Sink sink = Sink.start(Sink.inTurn(503, 200))) {
      LoadResult result = closed(sink, 2);
      assertThat(result.answers()).containsEntry(503, 1L);
      assertThatThrownBy(() -> result.allGood("sink")).hasMessageContaining("503");
    }
  }

  private static LoadResult closed(Sink sink, int connections) throws IOException {
    return LoadGenerator.run(
        Load.closed(sink.port(), connections, SHORT), new SignedEvents(SignedEvents.newCounter()));
  }
}
