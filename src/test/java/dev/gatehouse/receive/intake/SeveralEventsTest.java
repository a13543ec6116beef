package dev.gatehouse.receive.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.receive.extract.BodyFormat;
import dev.gatehouse.receive.extract.EachPath;
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.extract.Extractor;
import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.extract.TimeFormat;
import dev.gatehouse.receive.intake.RawHttp.Answer;
import dev.gatehouse.receive.signature.LiveSecret;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that hold several events, over real sockets and a real database. */
class SeveralEventsTest {
  private static final String TWO =
      "{\"kind\":\"k\",\"events\":[{\"id\":\"a\",\"n\":1.0}, {\"id\":\"b\"}]}";

  private static TestDatabase db;
  private static Gate gate;

  @BeforeAll
  static void open() {
    db = TestDatabase.fresh();
    gate = new Gate(db.database());
  }

  @AfterAll
  static void shut() {
    gate.close();
    db.close();
  }

  @BeforeEach
  void empty() {
    db.execute("truncate event, event_key, event_copy, rejection, request");
    EventSpec spec =
        new EventSpec(
            List.of(FieldPath.parse("json:/id")),
            List.of(FieldPath.parse("request:/kind")),
            List.of(),
            List.of(),
            List.of(),
            TimeFormat.AUTO,
            BodyFormat.parseAll("json"),
            EachPath.parse("json:/events/*"));
    gate.sources.put(
        Gate.ORDERS,
        SourceSettings.of(
            Gate.ORDERS,
            Gate.SIGNATURE,
            () -> List.of(LiveSecret.of("current", Gate.SECRET)),
            Extractor.of(spec, List.of(), Gate.SIGNATURE.coverage()),
            List.of(),
            Gate.MAX_BODY));
  }

  @Test
  void eachEventIsStoredAndTheRequestAsItArrived() throws Exception {
    Answer answer = send(TWO);

    List<Map<String, Object>> rows = events();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo("{\"status\":\"accepted\",\"event\":\"" + rows.getFirst().get("id") + "\"}");
    assertThat(rows).extracting(row -> row.get("event_id")).containsExactly("a", "b");
    assertThat(rows).extracting(row -> row.get("type")).containsOnly("k");
    assertThat(rows)
        .extracting(row -> new String((byte[]) row.get("body"), StandardCharsets.UTF_8))
        .containsExactly("{\"id\":\"a\",\"n\":1.0}", "{\"id\":\"b\"}");
    var request = db.query("select id::text as id, body, parts from request").getFirst();
    assertThat((byte[]) request.get("body")).asString().isEqualTo(TWO);
    assertThat(rows).extracting(row -> row.get("request_id")).containsOnly(request.get("id"));
  }

  @Test
  void eachEventIsToldApartForItself() throws Exception {
    String first = send(TWO).body();

    assertThat(send(TWO).body()).isEqualTo(first.replace("accepted", "duplicate"));
    Answer mixed = send("{\"kind\":\"k\",\"events\":[{\"id\":\"b\"},{\"id\":\"c\"}]}");

    assertThat(mixed.body()).contains("accepted");
    assertThat(events()).extracting(row -> row.get("event_id")).containsExactly("a", "b", "c");
    assertThat(db.count("request")).isEqualTo(2);
  }

  @Test
  void aBadEventIsKeptAndCostsNoOther() throws Exception {
    assertThat(send("{\"kind\":\"k\",\"events\":[{\"id\":\"a\"},{\"x\":1},7]}").status())
        .isEqualTo(200);

    assertThat(events())
        .extracting(row -> row.get("fault"))
        .containsExactly(null, "MISSING_EVENT_ID", "MISSING_EVENT_ID");
  }

  @Test
  void whatCannotBeTakenApartIsOneEventWithItsReason() throws Exception {
    for (String body :
        List.of(
            "{\"kind\":\"k\",\"events\":[{\"id\":\"a\"}],\"events\":[]}",
            "{\"kind\":\"k\",\"events\":[{\"id\":\"a\"}",
            "{\"kind\":\"k\"}")) {
      assertThat(send(body).status()).as(body).isEqualTo(200);
    }

    assertThat(events())
        .extracting(row -> row.get("fault"))
        .containsExactly("AMBIGUOUS_JSON", "UNPARSEABLE_BODY", "MISSING_EVENT_ID");
    assertThat(db.count("request") + db.count("event_key")).isZero();
  }

  @Test
  void anEmptyListIsAnEventOfNothing() throws Exception {
    assertThat(send("{\"events\":[]}").body()).contains("accepted");
    assertThat(send("{\"events\":[]}").body()).contains("duplicate");

    assertThat(events().getFirst()).containsEntry("fault", null);
  }

  @Test
  void aWrongSignatureTakesAllOfItAway() throws Exception {
    String good = request(TWO);

    assertThat(RawHttp.once(gate.port, good.replace("\"b\"", "\"x\"")).status()).isEqualTo(400);
    assertThat(db.count("event") + db.count("request")).isZero();
  }

  private static List<Map<String, Object>> events() {
    return db.query("select id, event_id, type, body, fault, request_id from event order by id");
  }

  private static Answer send(String body) throws Exception {
    return RawHttp.once(gate.port, request(body));
  }

  private static String request(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return Gate.head("unused", bytes) + "Content-Length: " + bytes.length + "\r\n\r\n" + body;
  }
}
