package dev.gatehouse.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.support.RawHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stranger who knows the URLs can get out of the questions, over real sockets. */
class HandshakesOnTheWireTest {
  private static final String SECRET = "consumer-secret-of-the-test-01";
  private static final String HANDED = "b537207f20cbfa02357cf448134da559";

  @TempDir Path home;
  private TestDatabase db;
  private Gateway gateway;

  @BeforeEach
  void start() throws IOException {
    db = TestDatabase.fresh();
    Path file =
        Files.writeString(
            home.resolve("gatehouse.yaml"),
            """
            sources:
              x: { provider: x-twitter, secrets: "%s" }
              chat: { provider: slack, secrets: "%s" }
              tasks: { provider: asana, accept_secret: true }
              shop: { provider: woocommerce, secrets: "%s" }
            database: { url: "%s" }
            """
                .formatted(SECRET, SECRET, SECRET, db.url()));
    gateway =
        Gateway.start(
            new GatewayOptions(
                file,
                home,
                OptionalInt.of(0),
                OptionalInt.of(0),
                Map.of(),
                InstantSource.system()));
  }

  @AfterEach
  void stop() {
    gateway.close();
    db.close();
  }

  @Test
  void aChallengeWeSignedIsNoDelivery() throws Exception {
    RawHttp.Answer crc = send("GET", "/in/x?crc_token=12345", "");
    String signature = crc.text().replaceAll(".*(sha256=[^\"]+).*", "$1");
    assertThat(signature).isEqualTo("sha256=" + base64Mac("12345"));

    RawHttp.Answer forged =
        send("POST", "/in/x", "12345", "x-twitter-webhooks-signature", signature);
    RawHttp.Answer genuine =
        send(
            "POST",
            "/in/x",
            "{\"a\":1}",
            "x-twitter-webhooks-signature",
            "sha256=" + base64Mac("{\"a\":1}"));

    assertThat(forged.status()).isEqualTo(400);
    assertThat(forged.text()).isEqualTo("{\"error\":\"invalid_signature\"}");
    assertThat(genuine.status()).isEqualTo(200);
    assertThat(db.count("event")).isEqualTo(1);
  }

  @Test
  void anUnsignedChallengeIsRefusedLikeAnythingUnsigned() throws Exception {
    RawHttp.Answer answer =
        send("POST", "/in/chat", "{\"type\":\"url_verification\",\"challenge\":\"x\"}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).isEqualTo("{\"error\":\"invalid_signature\"}");
    assertThat(send("POST", "/in/shop", "webhook_id=1").status()).isEqualTo(400);
  }

  @Test
  void theFirstSecretHandedOverCountsAtOnceAndNoOtherAfterIt() throws Exception {
    assertThat(send("POST", "/in/tasks", "{\"events\":[{}]}", "X-Hook-Signature", "00").status())
        .isEqualTo(400);
    RawHttp.Answer first = send("POST", "/in/tasks", "{}", "X-Hook-Secret", HANDED);
    RawHttp.Answer again = send("POST", "/in/tasks", "{}", "X-Hook-Secret", HANDED);
    RawHttp.Answer other =
        send("POST", "/in/tasks", "{}", "X-Hook-Secret", HANDED.replace('b', 'c'));
    String body = "{\"events\":[{\"action\":\"added\"}]}";
    RawHttp.Answer delivery =
        send("POST", "/in/tasks", body, "X-Hook-Signature", hexMac(HANDED, body));
    String heartbeat = "{\"events\":[]}";
    RawHttp.Answer beat =
        send("POST", "/in/tasks", heartbeat, "X-Hook-Signature", hexMac(HANDED, heartbeat));

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.header("X-Hook-Secret")).contains(HANDED);
    assertThat(again.status()).isEqualTo(200);
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.header("X-Hook-Secret")).isEmpty();
    assertThat(delivery.text()).contains("\"accepted\"");
    assertThat(beat.status()).isEqualTo(200);
    assertThat(db.count("event")).isEqualTo(1);
    assertThat(db.query("select count(*) as n from secret").getFirst().get("n")).isEqualTo(1L);
  }

  @Test
  void aSecretTooShortToGuardAnythingIsNotTaken() throws Exception {
    assertThat(send("POST", "/in/tasks", "{}", "X-Hook-Secret", "short").status()).isEqualTo(400);
    assertThat(db.count("secret")).isZero();
  }

  @Test
  void aProbeOfTheUrlIsAnsweredAndOtherMethodsAreNot() throws Exception {
    assertThat(send("GET", "/in/x", "").text()).isEqualTo("{\"status\":\"ok\"}");
    assertThat(send("HEAD", "/in/x", "").status()).isEqualTo(200);
    assertThat(send("OPTIONS", "/in/x", "").status()).isEqualTo(405);
    assertThat(send("DELETE", "/in/x", "").status()).isEqualTo(405);
  }

  private RawHttp.Answer send(String method, String path, String body, String... headers)
      throws IOException {
    return RawHttp.once(
        gateway.port(), RawHttp.request(method, path, body.getBytes(UTF_8), headers));
  }

  private static String base64Mac(String body) throws GeneralSecurityException {
    return Base64.getEncoder().encodeToString(mac(SECRET, body));
  }

  private static String hexMac(String secret, String body) throws GeneralSecurityException {
    return HexFormat.of().formatHex(mac(secret, body));
  }

  private static byte[] mac(String secret, String body) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    return mac.doFinal(body.getBytes(UTF_8));
  }
}
