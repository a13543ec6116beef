package dev.gatehouse.deliver.destination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.JdbcUrl;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.deliver.InboxTarget;
import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.AttemptResult.Answered;
import dev.gatehouse.deliver.retry.AttemptResult.Forbidden;
import dev.gatehouse.deliver.retry.AttemptResult.NoAnswer;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.Headers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tables are those of docs/destinations.md. */
class InboxDestinationTest {
  private static final DestinationName NAME = new DestinationName("books");

  private TestDatabase db;

  @BeforeEach
  void prepare() {
    db = TestDatabase.fresh();
    DestinationsPage.examples("sql").forEach(db::execute);
  }

  @AfterEach
  void drop() {
    db.close();
  }

  private static Parcel parcel(String key, String type, String body) {
    return again(
        new Parcel(
            Samples.delivery(Samples.event(key, type, body, Headers.NONE), NAME),
            0,
            0,
            null,
            Instant.now()));
  }

  private static Parcel again(Parcel parcel) {
    return new Parcel(parcel.delivery(), 0, parcel.number() + 1, null, Instant.now());
  }

  private InboxTarget target(String table, boolean inside) {
    return new InboxTarget(JdbcUrl.of(db.url(), null, null), table, inside, Duration.ofSeconds(4));
  }

  private AttemptResult send(InboxTarget target, Parcel... parcels) {
    AttemptResult last = new Answered(0, null);
    try (InboxDestination inbox = new InboxDestination(target, 2)) {
      for (Parcel each : parcels) {
        last = inbox.send(each);
      }
    }
    return last;
  }

  @Test
  void anEventAndItsEffectAreThereOnceHoweverOftenItIsSent() {
    Parcel parcel = parcel("7", "order.paid", "{\"a\":\u0000}");

    AttemptResult result = send(target("gatehouse_inbox", true), parcel, again(parcel));

    assertThat(result).isEqualTo(new Answered(200, null));
    assertThat(db.query("select order_key from paid_order"))
        .containsExactly(Map.of("order_key", "7"));
    Map<String, Object> row = db.query("select * from gatehouse_inbox").getFirst();
    assertThat(row)
        .containsEntry("key", parcel.delivery().id().toString())
        .containsEntry("event", parcel.delivery().event().id().value())
        .containsEntry("source", "erp")
        .containsEntry("event_id", parcel.delivery().event().eventId())
        .containsEntry("type", "order.paid")
        .containsEntry("machine", "order")
        .containsEntry("entity_key", "7")
        .containsEntry("sequence", 7L)
        .containsEntry("attempt", 1);
    assertThat((byte[]) row.get("body"))
        .isEqualTo("{\"a\":\u0000}".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anEventWhoseEffectFailsIsNotThere() {
    db.execute("insert into paid_order (order_key, paid_at) values ('7', now())");

    AttemptResult result = send(target("gatehouse_inbox", true), parcel("7", "order.paid", "{}"));

    assertThat(result).isEqualTo(new Answered(422, null));
    assertThat(db.count("gatehouse_inbox")).isZero();
  }

  @Test
  void anEventWithoutEntityHasARowToo() {
    Parcel parcel =
        new Parcel(Samples.delivery(Samples.event(null), NAME), 0, 1, null, Instant.now());
    db.execute("drop trigger gatehouse_inbox_effect on gatehouse_inbox");

    assertThat(send(target("gatehouse_inbox", true), parcel)).isEqualTo(new Answered(200, null));
    assertThat(db.query("select machine is null as none from gatehouse_inbox"))
        .containsExactly(Map.of("none", true));
  }

  @Test
  void aTableThatIsNotThereIsForAPersonToMend() {
    assertThat(send(target("missing", true), parcel("7", "order.paid", "{}")))
        .isEqualTo(new Answered(403, null));
  }

  @Test
  void aTableThatIsLockedIsATimeout() throws Exception {
    try (var connection = java.sql.DriverManager.getConnection(jdbc().url(), jdbc().who());
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("lock table gatehouse_inbox in access exclusive mode");

      assertThat(send(target("gatehouse_inbox", true), parcel("7", "order.paid", "{}")))
          .isEqualTo(new NoAnswer(Trouble.TIMEOUT));
    }
    assertThat(db.count("gatehouse_inbox")).isZero();
  }

  @Test
  void aConnectionThatWasCutIsReplaced() {
    try (InboxDestination inbox = new InboxDestination(target("gatehouse_inbox", true), 1)) {
      assertThat(inbox.send(parcel("1", "order.new", "{}"))).isEqualTo(new Answered(200, null));
      db.killConnections();
      Parcel parcel = parcel("2", "order.new", "{}");
      AttemptResult result = inbox.send(parcel);
      if (!result.equals(new Answered(200, null))) {
        result = inbox.send(again(parcel));
      }
      assertThat(result).isEqualTo(new Answered(200, null));
    }
    assertThat(db.count("gatehouse_inbox")).isEqualTo(2);
  }

  @Test
  void aDatabaseInsideIsRefusedUnlessAllowed() {
    assertThat(send(target("gatehouse_inbox", false), parcel("7", "order.paid", "{}")))
        .isEqualTo(new Forbidden());
    assertThat(db.count("gatehouse_inbox")).isZero();
  }

  @Test
  void nobodyThereIsAFailureThatMayHeal() throws IOException {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    InboxTarget target =
        new InboxTarget(
            JdbcUrl.of("jdbc:postgresql://127.0.0.1:" + port + "/x", "u", "a-password"),
            "gatehouse_inbox",
            true,
            Duration.ofSeconds(1));

    assertThat(send(target, parcel("7", "order.paid", "{}")))
        .isEqualTo(new NoAnswer(Trouble.CONNECT));
    assertThat(target.toString()).doesNotContain("a-password");
  }

  private JdbcUrl jdbc() {
    return JdbcUrl.of(db.url(), null, null);
  }
}
