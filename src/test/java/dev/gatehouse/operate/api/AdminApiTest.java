package dev.gatehouse.operate.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.RawHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AdminApiTest {
  private static AdminPort port;
  private String admin;

  @BeforeAll
  static void open() {
    port = new AdminPort();
  }

  @AfterAll
  static void close() {
    port.close();
  }

  @BeforeEach
  void empty() {
    port.empty();
    admin = port.token(Role.ADMIN);
  }

  @Test
  void anEventIsFoundListedAndToldAsTheContractNamesItsFields() {
    UUID id = port.rows.applied(port.rows.event("erp", "order", "1001", "{\"total\":5}"));
    UUID delivery = port.rows.delivery(id, "billing");
    port.rows.attempt(delivery, 0, 1, "delivered", true);

    JsonNode event = get("/api/v1/events/" + id);

    assertThat(event.propertyNames())
        .contains(
            "id",
            "source",
            "event_id",
            "type",
            "schema_version",
            "occurred_at",
            "received_at",
            "machine",
            "key",
            "sequence",
            "status",
            "verdict",
            "body_sha256",
            "body_bytes",
            "content_type",
            "matched_secret",
            "duplicates",
            "conflicts",
            "deliveries",
            "dead_letters",
            "config_revision");
    assertThat(event.get("status").stringValue()).isEqualTo("delivered");
    assertThat(event.get("verdict").propertyNames())
        .contains("outcome", "from", "to", "reason", "at");
    assertThat(event.get("deliveries").get(0).propertyNames())
        .contains("id", "destination", "status", "attempts", "next_attempt_at", "last_result");
    JsonNode list = get("/api/v1/events?source=erp&machine=order&key=1001&status=delivered");
    assertThat(list.get("data").get(0).get("id").stringValue()).isEqualTo(id.toString());
    assertThat(list.get("next").isNull()).isTrue();
    assertThat(get("/api/v1/events/" + id + "/timeline").get("data").size()).isEqualTo(4);
    assertThat(get("/api/v1/entities/order/1001").get("transitions").size()).isEqualTo(1);
    assertThat(get("/api/v1/destinations/billing/attempts").get("data").get(0).propertyNames())
        .contains(
            "id",
            "delivery",
            "event",
            "destination",
            "number",
            "at",
            "result",
            "http_status",
            "latency_ms",
            "error",
            "replay");
  }

  @Test
  void aBodyIsHandedOverAsADownloadAndTheLookIsWrittenDown() {
    UUID id = port.rows.event("erp", null, null, "<script>alert(1)</script>");

    RawHttp.Answer answer = port.ask(admin, "GET", "/api/v1/events/" + id + "/body", null);

    assertThat(answer.text()).isEqualTo("<script>alert(1)</script>");
    assertThat(answer.header("content-type")).hasValue("application/octet-stream");
    assertThat(answer.header("content-disposition"))
        .hasValueSatisfying(value -> assertThat(value).startsWith("attachment"));
    assertThat(answer.header("x-content-type-options")).hasValue("nosniff");
    assertThat(answer.header("content-security-policy").orElse("")).contains("default-src 'none'");
    JsonNode line = get("/api/v1/audit?action=read_body").get("data").get(0);
    assertThat(line.get("target").stringValue()).isEqualTo("event/" + id);
  }

  @Test
  void aKeyWithSlashesAndPercentSignsIsReached() {
    port.rows.applied(port.rows.event("erp", "order", "a/b%c é", "{}"));

    assertThat(get("/api/v1/entities/order/a%2Fb%25c%20%C3%A9").get("key").stringValue())
        .isEqualTo("a/b%c é");
    assertThat(get("/api/v1/entities/order/a/b%25c%20%C3%A9").get("key").stringValue())
        .isEqualTo("a/b%c é");
  }

  @Test
  void rerunPressedTwiceAtOnceIsOneRerun() throws Exception {
    UUID event = port.rows.verdict(port.rows.event("erp"), 0, "rejected", "POISON");
    UUID letter = port.rows.deadLetter(event, null, "new");
    List<Callable<Integer>> presses = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      presses.add(
          () ->
              port.ask(admin, "POST", "/api/v1/dead-letters/" + letter + "/rerun", null).status());
    }
    List<Integer> statuses = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(6)) {
      for (Future<Integer> each : threads.invokeAll(presses)) {
        statuses.add(each.get());
      }
    }

    assertThat(statuses).containsOnly(200, 409).filteredOn(s -> s == 200).hasSize(1);
    assertThat(port.reruns).hasValue(1);
    assertThat(port.woken).hasValue(1);
    assertThat(get("/api/v1/audit?action=rerun_dead_letter").get("data").size()).isEqualTo(1);
  }

  @Test
  void aDeadLetterIsTriagedAndItsHistoryKept() {
    UUID letter = port.rows.deadLetter(port.rows.event("erp"), null, "new");
    String path = "/api/v1/dead-letters/" + letter;

    JsonNode changed =
        AdminPort.json(
            port.ask(
                admin,
                "PATCH",
                path,
                "{\"status\":\"investigating\",\"owner\":\"ann\",\"note\":\"line 1\\nline 2\"}"));

    assertThat(changed.get("status").stringValue()).isEqualTo("investigating");
    assertThat(changed.get("owner").stringValue()).isEqualTo("ann");
    assertThat(changed.get("changes").size()).isEqualTo(2);
    assertThat(changed.propertyNames())
        .contains(
            "id",
            "event",
            "delivery",
            "source",
            "type",
            "schema_version",
            "machine",
            "key",
            "destination",
            "stage",
            "code",
            "category",
            "message",
            "attempts",
            "received_at",
            "first_attempt_at",
            "last_attempt_at",
            "created_at",
            "status",
            "owner",
            "group",
            "replay_cycles",
            "expires_at",
            "software_version",
            "config_revision",
            "completed_steps");
    assertThat(port.ask(admin, "PATCH", path, "{\"status\":\"new\"}").status()).isEqualTo(409);
    assertThat(port.ask(admin, "PATCH", path, "{\"note\":\"n\",\"version\":0}").status())
        .isEqualTo(409);
    assertThat(port.ask(admin, "PATCH", path, "{\"owner\":null}").status()).isEqualTo(200);
    assertThat(get("/api/v1/dead-letters?status=open&owner=").get("data").size()).isEqualTo(1);
    assertThat(get("/api/v1/dead-letters/groups").get("data").get(0).get("count").longValue())
        .isEqualTo(1);
    assertThat(get(path).get("owner").isNull()).isTrue();
  }

  @Test
  void aRotationShowsFingerprintsOnlyAndASecondOneAtOnceIsRefused() {
    String path = "/api/v1/sources/erp/secrets";
    String fresh = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

    RawHttp.Answer rotated =
        port.ask(admin, "POST", path, "{\"secret\":\"" + fresh + "\",\"version\":0}");
    RawHttp.Answer late =
        port.ask(admin, "POST", path, "{\"secret\":\"" + fresh + "x\",\"version\":0}");
    JsonNode listing = get(path);

    assertThat(rotated.status()).as(rotated.text()).isEqualTo(201);
    assertThat(late.status()).isIn(400, 409);
    assertThat(listing.get("data").size()).isEqualTo(2);
    assertThat(listing.get("data").get(0).get("state").stringValue()).isEqualTo("current");
    assertThat(listing.toString()).doesNotContain("whsec_").doesNotContain(fresh);
    String fingerprint = listing.get("data").get(1).get("fingerprint").stringValue();
    RawHttp.Answer revoked =
        port.ask(admin, "DELETE", path + "?fingerprint=" + fingerprint.replace(":", "%3A"), null);
    assertThat(revoked.status()).as(revoked.text()).isEqualTo(204);
    assertThat(port.secretsChanged).hasValue(2);
    assertThat(get("/api/v1/audit").toString()).contains("rotate_secret").doesNotContain("whsec_");
  }

  @Test
  void twoRotationsThatSawTheSameVersionAreOneAndAConflict() {
    String path = "/api/v1/sources/erp/secrets";
    List<Integer> statuses = new ArrayList<>();
    for (String last : List.of("A", "B")) {
      String fresh = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7o" + last;
      statuses.add(
          port.ask(admin, "POST", path, "{\"secret\":\"" + fresh + "\",\"version\":0}").status());
    }

    assertThat(statuses).containsExactly(201, 409);
  }

  @Test
  void aTokenIsShownOnceAndGoneTheMomentItIsRevoked() {
    JsonNode made =
        AdminPort.json(
            port.ask(
                admin,
                "POST",
                "/api/v1/tokens",
                "{\"name\":\"ci\",\"roles\":[\"viewer\"],\"sources\":[\"erp\"]}"));
    String token = made.get("token").stringValue();
    String id = made.get("id").stringValue();

    assertThat(port.ask(token, "GET", "/api/v1/events", null).status()).isEqualTo(200);
    assertThat(get("/api/v1/tokens").toString()).contains("\"ci\"").doesNotContain(token);
    assertThat(
            port.ask(admin, "POST", "/api/v1/tokens", "{\"name\":\"ci\",\"roles\":[\"viewer\"]}")
                .status())
        .isEqualTo(409);
    assertThat(port.ask(admin, "DELETE", "/api/v1/tokens/" + id, null).status()).isEqualTo(204);
    assertThat(port.ask(token, "GET", "/api/v1/events", null).status()).isEqualTo(401);
    assertThat(port.db.query("select sha256::text as t from api_token").toString())
        .doesNotContain(token);
  }

  @Test
  void theLastAdministratorCannotBeRevoked() {
    JsonNode only = get("/api/v1/tokens").get("data").get(0);

    assertThat(
            port.ask(admin, "DELETE", "/api/v1/tokens/" + only.get("id").stringValue(), null)
                .status())
        .isEqualTo(409);
  }

  @Test
  void destinationsSourcesConfigStatsAlertsAndMetricsAnswer() {
    port.rows.rejection("erp");
    UUID pending = port.rows.delivery(port.rows.applied(port.rows.event("erp")), "billing");
    assertThat(pending).isNotNull();

    JsonNode billing = get("/api/v1/destinations").get("data").get(0);
    assertThat(billing.propertyNames())
        .contains("name", "kind", "target", "circuit", "waiting", "in_flight", "retrying");
    assertThat(billing.get("circuit").get("state").stringValue()).isEqualTo("closed");
    assertThat(billing.get("waiting").intValue()).isEqualTo(1);
    assertThat(
            port.ask(
                    admin,
                    "POST",
                    "/api/v1/destinations/billing/pause",
                    "{\"reason\":\"moving house\"}")
                .status())
        .isEqualTo(200);
    assertThat(port.ask(admin, "POST", "/api/v1/destinations/billing/resume", null).status())
        .isEqualTo(200);
    assertThat(port.destinationCalls).hasSize(2).first().asString().contains("moving house");
    port.db.execute(
        "insert into circuit_change (destination, version, state, reason, at) values"
            + " ('billing', 1, 'open', '20 failures in a row', now()),"
            + " ('billing', 2, 'half_open', '20 failures in a row', now()),"
            + " ('other', 3, 'closed', null, now())");
    JsonNode moves = get("/api/v1/destinations/billing/circuit?limit=1");
    assertThat(moves.get("data").get(0).get("state").stringValue()).isEqualTo("half_open");
    JsonNode earlier =
        get("/api/v1/destinations/billing/circuit?after=" + moves.get("next").stringValue());
    assertThat(earlier.get("data").size()).isEqualTo(1);
    assertThat(earlier.get("data").get(0).get("reason").stringValue())
        .isEqualTo("20 failures in a row");
    assertThat(earlier.get("next").isNull()).isTrue();
    assertThat(get("/api/v1/sources").get("data").size()).isEqualTo(2);
    assertThat(get("/api/v1/sources/erp/rejections").get("data").get(0).propertyNames())
        .contains(
            "id",
            "source",
            "at",
            "reason",
            "probable_cause",
            "remote",
            "body_sha256",
            "body_bytes",
            "header_names");
    assertThat(get("/api/v1/config").get("revision").intValue()).isEqualTo(7);
    assertThat(get("/api/v1/stats").propertyNames())
        .contains(
            "received",
            "duplicates",
            "rejected",
            "pending",
            "finished",
            "dead",
            "backlog_oldest_seconds");
    assertThat(get("/api/v1/alerts").get("data").size()).isZero();
    RawHttp.Answer metrics = port.ask(null, "GET", "/metrics", null);
    assertThat(metrics.status()).isEqualTo(200);
    assertThat(metrics.text()).contains("gatehouse_db_connections", "jvm_memory_used_bytes");
    assertThat(port.ask(null, "GET", "/healthz", null).status()).isEqualTo(200);
  }

  private JsonNode get(String path) {
    RawHttp.Answer answer = port.ask(admin, "GET", path, null);
    assertThat(answer.status()).as(path + " " + answer.text()).isEqualTo(200);
    return AdminPort.json(answer);
  }
}
