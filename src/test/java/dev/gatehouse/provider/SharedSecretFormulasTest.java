package dev.gatehouse.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.RefusalReason;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Requests computed from the providers' formulas with the JDK alone, for presets that have no
 * recorded requests.
 */
class SharedSecretFormulasTest {
  private static final String S = "a-secret-of-32-characters-000000";
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final String TS = "1796040000";
  private static final String MS = "1796040000000";
  private static final String URL = "https://hooks.example.test/in/one";
  private static final String JSON = "{\"id\":\"e1\",\"b\":{\"z\":1.50,\"a\":\"x\"}}";

  private record Formula(
      String id, String secret, Map<String, String> values, SignedRequest request) {
    Verification judge(String held) {
      SignatureSpec spec =
          PresetCatalogue.bundled().preset(id).orElseThrow().signature().with(values);
      return Verifier.of(spec).verify(request, List.of(LiveSecret.of("current", held)), NOW);
    }
  }

  private static Formula f(String id, String url, String body, String... headers) {
    return f(id, S, Map.of(), url, body, headers);
  }

  private static Formula f(
      String id, String secret, Map<String, String> values, String url, String body, String... h) {
    return new Formula(
        id,
        secret,
        values,
        new SignedRequest(
            "POST", url, Headers.of(h), new RawBody(body.getBytes(StandardCharsets.UTF_8))));
  }

  private static Stream<Formula> formulas() {
    String form = "Content-Type";
    String type = "application/x-www-form-urlencoded";
    return Stream.of(
        f(
            "braintree",
            "pub|" + S,
            Map.of(),
            URL,
            "bt_signature=pub%7C"
                + hex(mac("SHA1", hash("SHA-1", S), "eyJhIjoxfQ=="))
                + "&bt_payload=eyJhIjoxfQ%3D%3D",
            form,
            type),
        f(
            "mercadopago",
            URL + "?data.id=7",
            "{}",
            "x-request-id",
            "r1",
            "x-signature",
            "ts=" + TS + ",v1=" + hex(mac("SHA256", S, "id:7;request-id:r1;ts:" + TS + ";"))),
        f(
            "mercadopago",
            URL,
            "{}",
            "x-signature",
            "ts=" + TS + ",v1=" + hex(mac("SHA256", S, "ts:" + TS + ";"))),
        f(
            "phonepe",
            URL,
            "{\"response\":\"abc=\"}",
            "X-VERIFY",
            hex(hash("SHA-256", "abc=" + S)) + "###1"),
        f(
            "midtrans",
            URL,
            "{\"order_id\":\"o\",\"status_code\":\"200\",\"gross_amount\":\"1.00\",\"signature_key\":\""
                + hex(hash("SHA-512", "o2001.00" + S))
                + "\"}"),
        f(
            "rapyd",
            S,
            Map.of("access_key", "ak"),
            URL,
            JSON,
            "salt",
            "s1",
            "timestamp",
            TS,
            "signature",
            b64(
                hex(mac("SHA256", S, "/in/ones1" + TS + "ak" + S + JSON))
                    .getBytes(StandardCharsets.UTF_8))),
        f(
            "nowpayments",
            URL,
            "{ \"id\":\"e1\", \"b\":{\"z\":1.50,\"a\":\"x\"} }",
            "x-nowpayments-sig",
            hex(mac("SHA512", S, "{\"b\":{\"a\":\"x\",\"z\":1.50},\"id\":\"e1\"}"))),
        f(
            "orb",
            URL,
            JSON,
            "X-Orb-Timestamp",
            "2026-11-30T12:00:00.123",
            "X-Orb-Signature",
            "v1=" + hex(mac("SHA256", S, "v1:2026-11-30T12:00:00.123:" + JSON))),
        f("patreon", URL, JSON, "X-Patreon-Signature", hex(mac("MD5", S, JSON))),
        f(
            "ecwid",
            URL,
            "{\"eventCreated\":1796040000,\"eventId\":\"e\"}",
            "X-Ecwid-Webhook-Signature",
            b64(mac("SHA256", S, "1796040000.e"))),
        f("websub", URL, JSON, "X-Hub-Signature", "sha1=" + hex(mac("SHA1", S, JSON))),
        f("websub", URL, JSON, "X-Hub-Signature", "sha512=" + hex(mac("SHA512", S, JSON))),
        f(
            "recurly",
            URL,
            JSON,
            "recurly-signature",
            MS + "," + "00".repeat(32) + "," + hex(mac("SHA256", S, MS + "." + JSON))),
        f(
            "box",
            URL,
            JSON,
            "BOX-SIGNATURE-VERSION",
            "1",
            "BOX-SIGNATURE-ALGORITHM",
            "HmacSHA256",
            "BOX-DELIVERY-TIMESTAMP",
            "2026-11-30T13:00:00+01:00",
            "BOX-SIGNATURE-SECONDARY",
            b64(mac("SHA256", S, JSON + "2026-11-30T13:00:00+01:00"))),
        f("docusign", URL, JSON, "X-DocuSign-Signature-2", b64(mac("SHA256", S, JSON))),
        f(
            "plivo-v3",
            URL + "?b=2&a=1",
            "To=1&From=2",
            form,
            type,
            "X-Plivo-Signature-V3-Nonce",
            "n",
            "X-Plivo-Signature-V3",
            "AAAA," + b64(mac("SHA256", S, URL + "?a=1&b=2.From2To1.n"))),
        f(
            "plivo-v3",
            URL,
            "",
            "X-Plivo-Signature-V3-Nonce",
            "n",
            "X-Plivo-Signature-V3",
            b64(mac("SHA256", S, URL + ".n"))),
        f(
            "mandrill",
            URL,
            "mandrill_events=%5B%5D",
            form,
            type,
            "X-Mandrill-Signature",
            b64(mac("SHA1", S, URL + "mandrill_events[]"))),
        f(
            "signalwire",
            URL,
            "B=2&A=1",
            form,
            type,
            "X-Twilio-Signature",
            b64(mac("SHA1", S, URL + "A1B2"))),
        f("dingtalk", URL, JSON, "timestamp", MS, "sign", b64(mac("SHA256", S, MS + "\n" + S))),
        f(
            "quo",
            b64(S.getBytes(StandardCharsets.UTF_8)),
            Map.of(),
            URL,
            JSON,
            "openphone-signature",
            "hmac;1;" + MS + ";" + b64(mac("SHA256", S, MS + "." + JSON))),
        f("fitbit", URL, JSON, "X-Fitbit-Signature", b64(mac("SHA1", S + "&", JSON))),
        f(
            "trello",
            S,
            Map.of("callback_url", URL),
            URL,
            JSON,
            "X-Trello-Webhook",
            b64(mac("SHA1", S, JSON + URL))),
        f(
            "lazada",
            S,
            Map.of("app_key", "k9"),
            URL,
            JSON,
            "Authorization",
            hex(mac("SHA256", S, "k9" + JSON))),
        f(
            "lever",
            URL,
            "{\"token\":\"t\",\"triggeredAt\":"
                + MS
                + ",\"signature\":\""
                + hex(mac("SHA256", S, "t" + MS))
                + "\"}"),
        f(
            "sumsub",
            URL,
            JSON,
            "x-payload-digest-alg",
            "HMAC_SHA512_HEX",
            "x-payload-digest",
            hex(mac("SHA512", S, JSON))),
        f(
            "hubspot-v2",
            URL,
            JSON,
            "X-HubSpot-Signature",
            hex(hash("SHA-256", S + "POST" + URL + JSON))),
        f("pandadoc", URL + "?signature=" + hex(mac("SHA256", S, JSON)), JSON),
        f("coingate", URL, "token=" + S, form, type),
        f("ko-fi", URL, "data=%7B%22verification_token%22%3A%22" + S + "%22%7D", form, type),
        f("figma", URL, "{\"passcode\":\"" + S + "\"}"),
        f(
            "microsoft-graph",
            URL,
            "{\"value\":[{\"clientState\":\"" + S + "\"},{\"clientState\":\"" + S + "\"}]}"),
        f("mailchimp", URL + "?secret=" + S, ""),
        f("azure-event-grid", URL + "?code=" + S, "[]"),
        f("aircall", URL, "{\"token\":\"" + S + "\"}"),
        f("mattermost", URL, "{\"token\":\"" + S + "\"}"),
        f("mattermost", URL, "token=" + S, form, type),
        f("prismic", URL, "{\"secret\":\"" + S + "\"}"),
        f("wufoo", URL, "HandshakeKey=" + S, form, type),
        f("hookdeck", URL, JSON, "x-hookdeck-signature-2", b64(mac("SHA256", S, JSON))),
        f(
            "linear",
            URL,
            "{\"webhookTimestamp\":" + MS + "}",
            "Linear-Signature",
            hex(mac("SHA256", S, "{\"webhookTimestamp\":" + MS + "}"))),
        basic("azure-devops"),
        basic("bandwidth"),
        basic("chargebee"),
        basic("datocms"),
        basic("mixpanel"),
        basic("pipedrive"),
        basic("postmark"),
        basic("sparkpost"));
  }

  /** Presets that accept everything, which is all that can be shown of them. */
  private static final Set<String> UNVERIFIED =
      Set.of("mollie", "snipcart", "strava", "salesforce-outbound", "jotform");

  /** Ids of the presets judged here. */
  static Set<String> providers() {
    Set<String> ids = new TreeSet<>(UNVERIFIED);
    formulas().forEach(formula -> ids.add(formula.id));
    return ids;
  }

  private static Formula basic(String id) {
    String secret = "u:" + S;
    return f(
        id,
        secret,
        Map.of(),
        URL,
        JSON,
        "Authorization",
        "Basic " + b64(secret.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void presetsWithoutAProofAreTheOnlyOnesThatNeedNoSecret() {
    assertThat(
            PresetCatalogue.bundled().all().values().stream()
                .filter(preset -> !preset.signature().needsSecret())
                .map(ProviderPreset::id))
        .containsExactlyInAnyOrderElementsOf(UNVERIFIED);
  }

  @TestFactory
  Stream<DynamicTest> aRequestOfTheFormulaVerifiesAndOneOfAnotherSecretDoesNot() {
    return formulas()
        .map(
            formula ->
                DynamicTest.dynamicTest(
                    formula.id,
                    () -> {
                      assertThat(formula.judge(formula.secret))
                          .isInstanceOf(Verification.Verified.class);
                      assertThat(formula.judge(other(formula.secret)))
                          .isInstanceOf(Verification.Refused.class);
                    }));
  }

  /** Of the same form, so that it is not refused for its form. */
  private static String other(String secret) {
    int at = secret.length() - 5;
    return secret.substring(0, at)
        + (secret.charAt(at) == 'M' ? 'N' : 'M')
        + secret.substring(at + 1);
  }

  @Test
  void aMethodThePresetDoesNotListIsRefused() {
    assertThat(
            f("websub", URL, JSON, "X-Hub-Signature", "md5=" + hex(mac("MD5", S, JSON))).judge(S))
        .isInstanceOf(Verification.Refused.class);
    assertThat(
            f(
                    "sumsub",
                    URL,
                    JSON,
                    "x-payload-digest-alg",
                    "HMAC_MD5_HEX",
                    "x-payload-digest",
                    hex(mac("SHA256", S, JSON)))
                .judge(S))
        .isInstanceOf(Verification.Refused.class);
  }

  @Test
  void oneItemOfABatchWithAnotherTokenRefusesAll() {
    for (String second : List.of("{\"clientState\":\"other\"}", "{}", "{\"clientState\":null}")) {
      assertThat(
              f(
                      "microsoft-graph",
                      URL,
                      "{\"value\":[{\"clientState\":\"" + S + "\"}," + second + "]}")
                  .judge(S))
          .isInstanceOf(Verification.Refused.class);
    }
  }

  @Test
  void aValueTheSourceDoesNotGiveLetsNothingIn() {
    assertThat(f("lazada", URL, JSON, "Authorization", hex(mac("SHA256", S, JSON))).judge(S))
        .isInstanceOfSatisfying(
            Verification.Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(RefusalReason.UNSUPPORTED));
  }

  @Test
  void jsonToAUrlSigningProviderCountsOnlyWithItsHashInTheUrl() {
    String type = "application/json";
    String signature = b64(mac("SHA1", S, URL));

    assertThat(
            f("twilio", URL, JSON, "Content-Type", type, "X-Twilio-Signature", signature).judge(S))
        .isInstanceOf(Verification.Refused.class);
  }

  /** No bytes in any place make a preset throw or accept. */
  @Test
  void nonsenseIsRefusedByEveryPreset() {
    Random random = new Random(4711);
    List<String> bodies =
        List.of(
            "",
            "{\"value\":[{\"clientState\":1}],\"signature\":{\"timestamp\":\"1\"}}",
            "[".repeat(100_000),
            "{\"a\":".repeat(50_000),
            "{\"a\":1,\"a\":2}",
            "sig=00&bt_signature=%7C&bt_payload=%zz&CHECKSUMHASH=AAAA",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><xml><Encrypt>&b;</Encrypt></xml>",
            "<xml>".repeat(5_000),
            "--b\r\nContent-Disposition: form-data; name=\"json\"\r\n\r\n{}\r\n--b--");
    List<String> types =
        List.of(
            "application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=b",
            "text/xml");
    PresetCatalogue.bundled()
        .all()
        .values()
        .forEach(
            preset -> {
              if (!preset.signature().needsSecret()) {
                return;
              }
              Verifier verifier = Verifier.of(preset.signature());
              for (int round = 0; round < 12; round++) {
                List<Headers.Field> fields = new ArrayList<>();
                fields.add(new Headers.Field("Content-Type", types.get(random.nextInt(4))));
                preset
                    .signature()
                    .headerNames()
                    .forEach(name -> fields.add(new Headers.Field(name, noise(random))));
                SignedRequest request =
                    new SignedRequest(
                        "POST",
                        URL + "?signature=" + noise(random),
                        new Headers(fields),
                        new RawBody(
                            bodies
                                .get(random.nextInt(bodies.size()))
                                .getBytes(StandardCharsets.UTF_8)));
                assertThat(verifier.verify(request, List.of(LiveSecret.of("s", S)), NOW))
                    .as(preset.id())
                    .isInstanceOf(Verification.Refused.class);
              }
            });
  }

  private static String noise(Random random) {
    String alphabet = "=,;:|#{}%&\u0000\u00ffab01 tv.";
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(200);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  private static byte[] mac(String hash, String key, String text) {
    return mac(hash, key.getBytes(StandardCharsets.UTF_8), text);
  }

  private static byte[] mac(String hash, byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("Hmac" + hash);
      mac.init(new SecretKeySpec(key, "key"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] hash(String hash, String text) {
    try {
      return MessageDigest.getInstance(hash).digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static String b64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
