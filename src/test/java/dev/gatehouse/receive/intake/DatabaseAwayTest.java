package dev.gatehouse.receive.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseSettings;
import dev.gatehouse.receive.intake.RawHttp.Answer;
import dev.gatehouse.receive.journal.JournalSettings;
import dev.gatehouse.support.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Acknowledged means durable: no database, no 2xx. */
class DatabaseAwayTest {
  @TempDir private Path folder;

  @Test
  void senderAreSentAwayWhileTheDatabaseIsAwayAndTakenAgainAfterwards() throws Exception {
    try (PostgresServer server = PostgresServer.start();
        Database database =
            Database.open(
                DatabaseSettings.at(server.newDatabase(), folder), InstantSource.system());
        Gate gate = new Gate(database, Gate.SETTINGS, JournalSettings.DEFAULTS)) {
      assertThat(post(gate, "evt_before").status()).isEqualTo(200);
      server.stop();

      Answer during = post(gate, "evt_during");

      assertThat(during.status()).isEqualTo(503);
      assertThat(during.header("Retry-After").map(Integer::parseInt).orElseThrow()).isPositive();
      assertThat(get(gate, "/healthz")).isEqualTo(200);
      await().until(() -> get(gate, "/readyz") == 503);
      long began = System.nanoTime();
      assertThat(post(gate, "evt_during_2").status()).isEqualTo(503);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));

      server.restart();
      await().atMost(Duration.ofSeconds(30)).until(() -> get(gate, "/readyz") == 200);
      assertThat(post(gate, "evt_during").body()).contains("accepted");
      assertThat(post(gate, "evt_before").body()).contains("duplicate");
    }
  }

  private static Answer post(Gate gate, String eventId) throws IOException {
    return RawHttp.once(gate.port, Gate.request(eventId));
  }

  private static int get(Gate gate, String path) throws IOException {
    return RawHttp.once(gate.port, "GET " + path + " HTTP/1.1\r\nHost: g\r\n\r\n").status();
  }
}
