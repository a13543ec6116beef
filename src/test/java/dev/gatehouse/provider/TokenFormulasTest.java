package dev.gatehouse.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.RefusalReason;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Providers that send a token and have no recorded requests: tokens put together from text and
 * Java's own cryptography, and the tokens attackers have tried elsewhere.
 */
class TokenFormulasTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
  private static final long SECONDS = NOW.getEpochSecond();
  private static final String BODY = "{\"id\":\"e1\",\"type\":\"paid\",\"name\":\"Zoë\"}";
  private static final String SECRET = "a-shared-secret-of-some-length-0123";
  private static final PresetCatalogue PRESETS = PresetCatalogue.bundled();
  private static final KeyPair RSA = pair("RSA");
  private static final KeyPair EC = pair("EC");

  /** Where the payload stands. */
  private enum Form {
    ENCLOSED,
    WHOLE_BODY,
    DETACHED,
    UNENCODED
  }

  /**
   * @param claims the JSON of the claims; empty for a detached payload
   * @param coversBody a changed body has to be refused
   */
  private record Formula(
      String provider,
      String alg,
      String header,
      String prefix,
      Form form,
      String claims,
      Map<String, String> values,
      boolean coversBody) {}

  private static final List<Formula> FORMULAS =
      List.of(
          enclosed(
              "plaid",
              "ES256",
              "Plaid-Verification",
              "",
              "{\"iat\":%d,\"request_body_sha256\":\"%s\"}".formatted(SECONDS, hex()),
              Map.of(),
              true),
          enclosed(
              "google-chat",
              "RS256",
              "Authorization",
              "Bearer ",
              "{\"iss\":\"chat@system.gserviceaccount.com\",\"aud\":\"p1\",\"exp\":%d}"
                  .formatted(SECONDS + 60),
              Map.of("audience", "p1"),
              false),
          enclosed(
              "gong",
              "RS256",
              "Authorization",
              "",
              "{\"webhook_url\":\"https://h.test/in/g\",\"body_sha256\":\"%s\"}".formatted(hex()),
              Map.of("webhook_url", "https://h.test/in/g"),
              true),
          enclosed(
              "monday",
              "HS256",
              "Authorization",
              "",
              "{\"aud\":\"https://h.test/in/m\"}",
              Map.of("audience", "https://h.test/in/m"),
              false),
          enclosed(
              "upstash-qstash",
              "HS256",
              "Upstash-Signature",
              "",
              "{\"iss\":\"Upstash\",\"sub\":\"https://h.test/in/u\",\"nbf\":%d,\"exp\":%d,\"body\":\"%s\"}"
                  .formatted(
                      SECONDS,
                      SECONDS + 60,
                      Base64.getUrlEncoder().withoutPadding().encodeToString(digest())),
              Map.of("url", "https://h.test/in/u"),
              true),
          enclosed(
              "livekit",
              "HS256",
              "Authorization",
              "",
              "{\"iss\":\"api1\",\"exp\":%d,\"sha256\":\"%s\"}"
                  .formatted(SECONDS + 60, Base64.getEncoder().encodeToString(digest())),
              Map.of("api_key", "api1"),
              true),
          enclosed(
              "fusionauth",
              "RS256",
              "X-FusionAuth-Signature-JWT",
              "",
              "{\"request_body_sha256\":\"%s\"}"
                  .formatted(Base64.getEncoder().encodeToString(digest())),
              Map.of(),
              true),
          new Formula(
              "kinde",
              "RS256",
              "",
              "",
              Form.WHOLE_BODY,
              "{\"iss\":\"https://k.test\",\"event_id\":\"e1\"}",
              Map.of("issuer", "https://k.test"),
              true),
          new Formula(
              "wix",
              "RS256",
              "",
              "",
              Form.WHOLE_BODY,
              "{\"exp\":%d,\"data\":\"{}\"}".formatted(SECONDS + 60),
              Map.of(),
              true),
          new Formula(
              "dialpad", "HS256", "", "", Form.WHOLE_BODY, "{\"state\":\"x\"}", Map.of(), true),
          new Formula(
              "fireblocks",
              "RS512",
              "Fireblocks-Webhook-Signature",
              "",
              Form.DETACHED,
              "",
              Map.of(),
              true),
          new Formula(
              "constant-contact",
              "RS256",
              "x-ctct-webhook-sig",
              "",
              Form.UNENCODED,
              "",
              Map.of(),
              true));

  /** The presets that are proven here. */
  static Set<String> providers() {
    Set<String> ids = new TreeSet<>();
    FORMULAS.forEach(formula -> ids.add(formula.provider));
    return ids;
  }

  @TestFactory
  Stream<DynamicTest> theComputedTokenVerifiesAndNoChangedOneDoes() {
    return FORMULAS.stream()
        .map(formula -> DynamicTest.dynamicTest(formula.provider, () -> check(formula)));
  }

  private static void check(Formula formula) {
    String header =
        formula.form == Form.UNENCODED
            ? "{\"alg\":\"%s\",\"b64\":false,\"crit\":[\"b64\"]}".formatted(formula.alg)
            : "{\"alg\":\"%s\",\"kid\":\"k1\"}".formatted(formula.alg);
    String token = token(formula, header, BODY);
    assertThat(verify(formula, token, BODY, NOW)).isInstanceOf(Verification.Verified.class);
    if (formula.coversBody && formula.form != Form.WHOLE_BODY) {
      assertThat(verify(formula, token, BODY + " ", NOW)).isInstanceOf(Verification.Refused.class);
    }
    for (int i = 0; i < token.length(); i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String changed = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(verify(formula, changed, BODY, NOW))
          .as("character %d", i)
          .isInstanceOf(Verification.Refused.class);
    }
    if (formula.claims.contains("\"exp\"")) {
      assertThat(reason(verify(formula, token, BODY, NOW.plusSeconds(361))))
          .isEqualTo(RefusalReason.STALE);
    }
    formula.values.forEach(
        (name, value) -> {
          Map<String, String> others = Map.of(name, value + "x");
          SignatureSpec spec = PRESETS.preset(formula.provider).orElseThrow().signature();
          assertThat(
                  Verifier.of(spec.with(others))
                      .verify(request(formula, token, BODY), secrets(formula), NOW))
              .isInstanceOf(Verification.Refused.class);
          assertThat(Verifier.of(spec).verify(request(formula, token, BODY), secrets(formula), NOW))
              .as("no value is not any value")
              .isInstanceOf(Verification.Refused.class);
        });
  }

  @Test
  void aPublicKeyIsNeverTheSecretOfAKeyedHash() {
    Formula fusionauth = formula("fusionauth");
    String head = url("{\"alg\":\"HS256\"}".getBytes(UTF_8));
    String text = head + "." + url(fusionauth.claims.getBytes(UTF_8));
    String forged = text + "." + url(mac(pem(RSA).getBytes(UTF_8), text));
    assertThat(reason(verify(fusionauth, forged, BODY, NOW))).isEqualTo(RefusalReason.MISMATCH);
    String stripped = text + "." + url(mac(pem(RSA).strip().getBytes(UTF_8), text));
    assertThat(reason(verify(fusionauth, stripped, BODY, NOW))).isEqualTo(RefusalReason.MISMATCH);
    String genuine = text + "." + url(mac(SECRET.getBytes(UTF_8), text));
    assertThat(
            Verifier.of(PRESETS.preset("fusionauth").orElseThrow().signature())
                .verify(
                    request(fusionauth, genuine, BODY),
                    List.of(LiveSecret.of("shared", SECRET)),
                    NOW))
        .isInstanceOf(Verification.Verified.class);
  }

  @Test
  void whatTheHeaderSaysOfItselfDecidesNothing() {
    Formula gong = formula("gong");
    for (String header :
        List.of(
            "{\"alg\":\"none\"}",
            "{\"alg\":\"None\"}",
            "{\"alg\":\"rs256\"}",
            "{\"alg\":\"HS256\"}",
            "{\"alg\":\"RS512\"}",
            "{\"alg\":[\"RS256\"]}",
            "{\"alg\":\"none\",\"alg\":\"RS256\"}",
            "{\"alg\":\"RS256\",\"alg\":\"none\"}",
            "{\"alg\":\"RS256\",\"crit\":[\"exp\"]}",
            "{\"alg\":\"RS256\",\"crit\":[]}",
            "{\"alg\":\"RS256\",\"crit\":[\"b64\"],\"b64\":false}",
            "{\"alg\":\"RS256\",\"b64\":true}",
            "{\"alg\":\"RS256\",\"zip\":\"DEF\"}",
            "{\"alg\":\"RS256\",\"kid\":\"../../etc/passwd\"}",
            "{\"alg\":\"RS256\",\"kid\":\"k1' or '1'='1\"}",
            "{\"alg\":\"RS256\"} {}",
            "{}",
            "[]",
            "null")) {
      assertThat(verify(gong, token(gong, header, BODY), BODY, NOW))
          .as(header)
          .isInstanceOf(Verification.Refused.class);
    }
    KeyPair stranger = pair("RSA");
    String n =
        url(
            ((java.security.interfaces.RSAPublicKey) stranger.getPublic())
                .getModulus()
                .toByteArray());
    for (String header :
        List.of(
            "{\"alg\":\"RS256\",\"jwk\":{\"kty\":\"RSA\",\"e\":\"AQAB\",\"n\":\"" + n + "\"}}",
            "{\"alg\":\"RS256\",\"jku\":\"https://evil.test/keys\"}",
            "{\"alg\":\"RS256\",\"x5u\":\"https://evil.test/cert.pem\"}")) {
      String head = url(header.getBytes(UTF_8));
      String text = head + "." + url(gong.claims.getBytes(UTF_8));
      String forged = text + "." + url(sign("SHA256withRSA", stranger, text));
      assertThat(reason(verify(gong, forged, BODY, NOW))).isEqualTo(RefusalReason.MISMATCH);
    }
  }

  @Test
  void tokensOfOddShapesAreRefused() {
    Formula plaid = formula("plaid");
    String good = token(plaid, "{\"alg\":\"ES256\"}", BODY);
    String text = good.substring(0, good.lastIndexOf('.'));
    for (String odd :
        List.of(
            "",
            ".",
            "..",
            "...",
            text,
            text + ".",
            text + "." + url(new byte[64]),
            text + "." + url(new byte[63]),
            text + "." + url(new byte[0]) + "=",
            good + "=",
            good + ".",
            good + " ",
            good + "\n",
            " " + good,
            good + "." + good,
            "Bearer " + good,
            "A".repeat(70_000) + good,
            url("{\"a\":".repeat(40_000).getBytes(UTF_8)) + "..AAAA")) {
      assertThat(verify(plaid, odd, BODY, NOW))
          .as("%d characters", odd.length())
          .isInstanceOf(Verification.Refused.class);
    }
  }

  @Test
  void timesThatAreNoneOrEndlessAreRefused() {
    Formula plaid = formula("plaid");
    for (String iat :
        List.of(
            "null",
            "\"" + SECONDS + "\"",
            "-1",
            "1e400",
            "1e999999999",
            "9999999999999999999999",
            "{}",
            "[]",
            "true",
            Long.toString(SECONDS - 301),
            Long.toString(SECONDS + 301))) {
      Formula other =
          enclosed(
              "plaid",
              "ES256",
              "Plaid-Verification",
              "",
              "{\"iat\":%s,\"request_body_sha256\":\"%s\"}".formatted(iat, hex()),
              Map.of(),
              true);
      assertThat(verify(other, token(other, "{\"alg\":\"ES256\"}", BODY), BODY, NOW))
          .as(iat)
          .isInstanceOf(Verification.Refused.class);
    }
    Formula twice =
        enclosed(
            "plaid",
            "ES256",
            "Plaid-Verification",
            "",
            "{\"iat\":%d,\"iat\":%d,\"request_body_sha256\":\"%s\"}"
                .formatted(SECONDS - 9999, SECONDS, hex()),
            Map.of(),
            true);
    assertThat(verify(plaid, token(twice, "{\"alg\":\"ES256\"}", BODY), BODY, NOW))
        .isInstanceOf(Verification.Refused.class);
  }

  private static Formula formula(String provider) {
    return FORMULAS.stream()
        .filter(each -> each.provider.equals(provider))
        .findFirst()
        .orElseThrow();
  }

  private static Formula enclosed(
      String provider,
      String alg,
      String header,
      String prefix,
      String claims,
      Map<String, String> values,
      boolean coversBody) {
    return new Formula(provider, alg, header, prefix, Form.ENCLOSED, claims, values, coversBody);
  }

  private static String token(Formula formula, String header, String body) {
    String head = url(header.getBytes(UTF_8));
    String payload =
        switch (formula.form) {
          case ENCLOSED, WHOLE_BODY -> url(formula.claims.getBytes(UTF_8));
          case DETACHED -> url(body.getBytes(UTF_8));
          case UNENCODED -> body;
        };
    String text = head + "." + payload;
    byte[] signature =
        switch (formula.alg) {
          case "HS256" -> mac(SECRET.getBytes(UTF_8), text);
          case "ES256" -> sign("SHA256withECDSAinP1363Format", EC, text);
          case "RS512" -> sign("SHA512withRSA", RSA, text);
          default -> sign("SHA256withRSA", RSA, text);
        };
    boolean outside = formula.form == Form.DETACHED || formula.form == Form.UNENCODED;
    return head + "." + (outside ? "" : payload) + "." + url(signature);
  }

  private static Verification verify(Formula formula, String token, String body, Instant now) {
    SignatureSpec spec = PRESETS.preset(formula.provider).orElseThrow().signature();
    return Verifier.of(spec.with(formula.values))
        .verify(request(formula, token, body), secrets(formula), now);
  }

  private static SignedRequest request(Formula formula, String token, String body) {
    boolean whole = formula.form == Form.WHOLE_BODY;
    return new SignedRequest(
        "POST",
        "https://h.test/in/x",
        whole ? Headers.NONE : Headers.of(formula.header, formula.prefix + token),
        new RawBody((whole ? token : body).getBytes(UTF_8)));
  }

  private static List<LiveSecret> secrets(Formula formula) {
    return List.of(
        LiveSecret.of(
            "current",
            switch (formula.alg) {
              case "HS256" -> SECRET;
              case "ES256" -> pem(EC);
              default -> pem(RSA);
            }));
  }

  private static RefusalReason reason(Verification verification) {
    return switch (verification) {
      case Verification.Refused refused -> refused.reason();
      case Verification.Verified verified -> throw new AssertionError("believed");
    };
  }

  private static String pem(KeyPair pair) {
    return "kid: k1\n-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded())
        + "\n-----END PUBLIC KEY-----";
  }

  private static String url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] digest() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(BODY.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String hex() {
    return HexFormat.of().formatHex(digest());
  }

  private static byte[] mac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] sign(String algorithm, KeyPair pair, String text) {
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(pair.getPrivate());
      signature.update(text.getBytes(UTF_8));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static KeyPair pair(String kind) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
      if (kind.equals("EC")) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      } else {
        generator.initialize(2048);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
