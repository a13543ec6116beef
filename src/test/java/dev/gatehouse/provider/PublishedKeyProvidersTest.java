package dev.gatehouse.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Providers that publish their keys and of which there are no recorded requests: computed with
 * Java's Signature, which shares nothing with the verifier.
 */
class PublishedKeyProvidersTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
  private static final PresetCatalogue PRESETS = PresetCatalogue.bundled();
  private static final String JSON = "{\"id\":\"e1\",\"name\":\"Zoë\"}";

  /**
   * A rightly signed request.
   *
   * @param headers name, value, …
   */
  private record Sample(
      Map<String, String> values, LiveSecret key, byte[] body, String... headers) {
    SignedRequest request(byte[] sent) {
      return new SignedRequest(
          "POST", "https://hooks.example.test/in/x", Headers.of(headers), new RawBody(sent));
    }
  }

  private interface Maker {
    Sample make() throws GeneralSecurityException;
  }

  private static final Map<String, Maker> MAKERS =
      Map.of(
          "paypal", PublishedKeyProvidersTest::paypal,
          "fal", PublishedKeyProvidersTest::fal,
          "paddle-classic", PublishedKeyProvidersTest::paddleClassic,
          "travis", PublishedKeyProvidersTest::travis,
          "keygen", PublishedKeyProvidersTest::keygen,
          "http-message-signatures", PublishedKeyProvidersTest::messageSignature);

  static Set<String> providers() {
    return new TreeSet<>(MAKERS.keySet());
  }

  @TestFactory
  Stream<DynamicTest> theComputedRequestVerifiesAndNoChangedOneDoes() {
    return MAKERS.entrySet().stream()
        .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> check(each.getKey())));
  }

  private static void check(String provider) throws GeneralSecurityException {
    Sample sample = MAKERS.get(provider).make();
    SignatureSpec spec = spec(provider).with(sample.values);
    assertThat(spec.neededValues()).isEmpty();

    assertThat(verify(spec, sample.request(sample.body), sample.key))
        .isInstanceOf(Verification.Verified.class);
    assertThat(verify(spec, sample.request(sample.body), MAKERS.get(provider).make().key))
        .isInstanceOf(Verification.Refused.class);
    for (int i = 0; i < sample.body.length; i++) {
      byte[] changed = sample.body.clone();
      changed[i] ^= 1;
      assertThat(verify(spec, sample.request(changed), sample.key))
          .as("byte %d changed", i)
          .isInstanceOf(Verification.Refused.class);
    }
    for (int i = 0; i < sample.headers.length; i += 2) {
      // Where a key was fetched does not matter where it is pasted.
      if (Set.of("Content-Type", "PAYPAL-CERT-URL").contains(sample.headers[i])) {
        continue;
      }
      List<String> others = new ArrayList<>(List.of(sample.headers));
      others.set(i + 1, others.get(i + 1) + "0");
      Sample other =
          new Sample(sample.values, sample.key, sample.body, others.toArray(String[]::new));
      assertThat(verify(spec, other.request(sample.body), sample.key))
          .as("another %s", sample.headers[i])
          .isInstanceOf(Verification.Refused.class);
    }
    for (String value : spec(provider).neededValues()) {
      SignatureSpec anothers = spec(provider).with(Map.of(value, "somebody else's"));
      assertThat(verify(anothers, sample.request(sample.body), sample.key))
          .as("another %s", value)
          .isInstanceOf(Verification.Refused.class);
    }
  }

  @Test
  void keysOnHostsThatDoNotCountVerifyNothing() throws GeneralSecurityException {
    Sample sample = paypal();
    for (String url :
        List.of(
            "http://api.paypal.com/v1/cert.pem",
            "https://api.paypal.com.evil.example/cert.pem",
            "https://evil.example/cert.pem",
            "https://api.paypal.com:8443/cert.pem",
            "https://user@api.paypal.com/cert.pem",
            "https://api.paypal.com/../cert.pem",
            "file:///etc/passwd",
            "//api.paypal.com/cert.pem",
            "")) {
      String[] headers = sample.headers.clone();
      headers[headers.length - 1] = url;
      Sample other = new Sample(sample.values, sample.key, sample.body, headers);

      assertThat(verify(spec("paypal").with(sample.values), other.request(sample.body), sample.key))
          .as(url)
          .isInstanceOf(Verification.Refused.class);
    }
  }

  private static Sample paypal() throws GeneralSecurityException {
    KeyPair pair = pair("RSA");
    byte[] body = JSON.getBytes(UTF_8);
    CRC32 sum = new CRC32();
    sum.update(body);
    String signed = "t1|2026-02-03T04:05:06Z|WH-1|" + sum.getValue();
    return new Sample(
        Map.of("webhook_id", "WH-1"),
        key(pair),
        body,
        "PAYPAL-TRANSMISSION-SIG",
        base64(sign("SHA256withRSA", pair, signed)),
        "PAYPAL-TRANSMISSION-ID",
        "t1",
        "PAYPAL-TRANSMISSION-TIME",
        "2026-02-03T04:05:06Z",
        "PAYPAL-AUTH-ALGO",
        "SHA256withRSA",
        "PAYPAL-CERT-URL",
        "https://api.paypal.com/v1/notifications/certs/CERT-1");
  }

  private static Sample fal() throws GeneralSecurityException {
    KeyPair pair = pair("Ed25519");
    byte[] body = JSON.getBytes(UTF_8);
    String time = Long.toString(NOW.getEpochSecond());
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    String signed = String.join("\n", "r1", "u1", time, digest);
    return new Sample(
        Map.of("user_id", "u1"),
        key(pair),
        body,
        "x-fal-webhook-signature",
        HexFormat.of().formatHex(sign("Ed25519", pair, signed)),
        "x-fal-webhook-request-id",
        "r1",
        "x-fal-webhook-user-id",
        "u1",
        "x-fal-webhook-timestamp",
        time);
  }

  private static Sample paddleClassic() throws GeneralSecurityException {
    KeyPair pair = pair("RSA");
    String signed =
        "a:3:{s:8:\"alert_id\";s:2:\"77\";s:10:\"alert_name\";s:15:\"payment_success\";"
            + "s:4:\"name\";s:4:\"Zoë\";}";
    String signature = base64(sign("SHA1withRSA", pair, signed));
    String body =
        "name="
            + URLEncoder.encode("Zoë", UTF_8)
            + "&alert_name=payment_success&alert_id=77&p_signature="
            + URLEncoder.encode(signature, UTF_8);
    return new Sample(
        Map.of(),
        key(pair),
        body.getBytes(UTF_8),
        "Content-Type",
        "application/x-www-form-urlencoded");
  }

  private static Sample travis() throws GeneralSecurityException {
    KeyPair pair = pair("RSA");
    String body = "payload=" + URLEncoder.encode("{\"id\":1}", UTF_8);
    return new Sample(
        Map.of(),
        key(pair),
        body.getBytes(UTF_8),
        "Content-Type",
        "application/x-www-form-urlencoded",
        "Signature",
        base64(sign("SHA1withRSA", pair, "{\"id\":1}")));
  }

  private static Sample keygen() throws GeneralSecurityException {
    KeyPair pair = pair("Ed25519");
    String digest = "sha-256=" + digest(JSON);
    String date = "Tue, 03 Feb 2026 04:05:06 GMT";
    String signed =
        "(request-target): post /in/x\nhost: hooks.example.test\ndate: "
            + date
            + "\ndigest: "
            + digest;
    return new Sample(
        Map.of(),
        key(pair),
        JSON.getBytes(UTF_8),
        "Keygen-Signature",
        "keyid=\"acct\", algorithm=\"ed25519\", signature=\""
            + base64(sign("Ed25519", pair, signed))
            + "\", headers=\"(request-target) host date digest\"",
        "Date",
        date,
        "Digest",
        digest);
  }

  private static Sample messageSignature() throws GeneralSecurityException {
    KeyPair pair = pair("Ed25519");
    String digest = "sha-256=:" + digest(JSON) + ":";
    String input =
        "(\"@method\" \"@authority\" \"@path\" \"content-digest\");created="
            + NOW.getEpochSecond()
            + ";keyid=\"k1\"";
    String signed =
        "\"@method\": POST\n\"@authority\": hooks.example.test\n\"@path\": /in/x\n"
            + "\"content-digest\": "
            + digest
            + "\n\"@signature-params\": "
            + input;
    return new Sample(
        Map.of(),
        key(pair),
        JSON.getBytes(UTF_8),
        "Signature-Input",
        "sig1=" + input,
        "Signature",
        "sig1=:" + base64(sign("Ed25519", pair, signed)) + ":",
        "Content-Digest",
        digest);
  }

  private static String digest(String text) throws GeneralSecurityException {
    return base64(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
  }

  private static SignatureSpec spec(String provider) {
    return PRESETS.preset(provider).orElseThrow().signature();
  }

  private static Verification verify(SignatureSpec spec, SignedRequest request, LiveSecret key) {
    return Verifier.of(spec).verify(request, List.of(key), NOW);
  }

  private static byte[] sign(String algorithm, KeyPair pair, String text)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(pair.getPrivate());
    signature.update(text.getBytes(UTF_8));
    return signature.sign();
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static LiveSecret key(KeyPair pair) {
    return LiveSecret.of(
        "current",
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded())
            + "\n-----END PUBLIC KEY-----");
  }

  private static KeyPair pair(String kind) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
    if (kind.equals("RSA")) {
      generator.initialize(2048);
    }
    return generator.generateKeyPair();
  }
}
