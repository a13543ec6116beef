package dev.gatehouse.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.GatewaySetup;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One YAML file beside the configuration, and a provider nobody had heard of is received. */
class AddingAProviderIsOneFileTest {
  private static final Path PRESET = Path.of("src/test/resources/own-presets/acme.yaml");
  private static final String SECRET = "acme-secret-of-the-scenario-01";
  private static final byte[] BODY = "{\"what\":\"parcel.sent\"}".getBytes(UTF_8);

  @TempDir Path folder;

  @Test
  void aSignedRequestOfItIsStoredAndAForgedOneRefused() throws Exception {
    Files.createDirectories(folder.resolve("providers"));
    Files.copy(PRESET, folder.resolve("providers/acme.yaml"));
    Sql sql = new Sql(SharedPostgres.server().newDatabase());
    String config = "sources:\n  parcels: { provider: acme, secrets: [\"" + SECRET + "\"] }\n";
    try (GatewayProcess node =
        GatewayProcess.start(GatewaySetup.of(folder, config).withDatabase(sql.url()))) {
      assertThat(post(node, "d-1", "some other secret of 30 letters").status()).isEqualTo(400);
      assertThat(post(node, "d-1", SECRET).text()).contains("\"accepted\"");
      assertThat(sql.query("select event_id, type from event"))
          .isEqualTo(List.of(Map.of("event_id", "d-1", "type", "parcel.sent")));
    }
  }

  private static RawHttp.Answer post(GatewayProcess node, String delivery, String secret)
      throws IOException, GeneralSecurityException {
    long at = Instant.now().getEpochSecond();
    Mac mac = Mac.getInstance("HmacSHA512");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA512"));
    mac.update((at + "|" + delivery + "|").getBytes(UTF_8));
    String signature = "at=" + at + ";mac=" + Base64.getEncoder().encodeToString(mac.doFinal(BODY));
    return RawHttp.once(
        node.port(),
        RawHttp.request(
            "POST", "/in/parcels", BODY, "Acme-Signature", signature, "Acme-Delivery", delivery));
  }
}
