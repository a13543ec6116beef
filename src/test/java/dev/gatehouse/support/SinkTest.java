package dev.gatehouse.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SinkTest {
  private static final byte[] BODY = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);

  @Test
  void answersByScriptAndRecordsWhatCame() throws IOException {
    try (Sink sink = Sink.start(Sink.inTurn(500, 503, 200));
        RawHttp http = new RawHttp(sink.port())) {
      byte[] request = RawHttp.request("POST", "/hook", BODY, "X-A", "1", "x-a", "2");
      assertThat(http.exchange(request).status()).isEqualTo(500);
      assertThat(http.exchange(request).status()).isEqualTo(503);
      assertThat(http.exchange(request).status()).isEqualTo(200);
      assertThat(http.exchange(request).status()).isEqualTo(200);

      assertThat(sink.calls()).hasSize(4);
      assertThat(sink.calls().getFirst().header("x-a")).contains("1, 2");
      assertThat(sink.calls().getLast().body()).isEqualTo(BODY);
    }
  }

  @Test
  void readsChunksAndNoticesACutOffBody() throws IOException {
    try (Sink sink = Sink.start()) {
      String head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
      byte[] request =
          RawHttp.join(head.getBytes(StandardCharsets.US_ASCII), RawHttp.chunked(BODY, 3));
      assertThat(RawHttp.once(sink.port(), request).status()).isEqualTo(200);
      assertThat(sink.calls().getFirst().body()).isEqualTo(BODY);

      try (RawHttp http = new RawHttp(sink.port())) {
        http.send(
            "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nfour".getBytes(StandardCharsets.US_ASCII));
        http.finishSending();
        assertThat(http.answerIfAny()).isEmpty();
      }
      assertThat(sink.count()).isEqualTo(1);
    }
  }
}
