package dev.gatehouse.provider;

import static dev.gatehouse.provider.Tokens.BODY;
import static dev.gatehouse.provider.Tokens.EC;
import static dev.gatehouse.provider.Tokens.NOW;
import static dev.gatehouse.provider.Tokens.PRESETS;
import static dev.gatehouse.provider.Tokens.RSA;
import static dev.gatehouse.provider.Tokens.SECONDS;
import static dev.gatehouse.provider.Tokens.SECRET;
import static dev.gatehouse.provider.Tokens.enclosed;
import static dev.gatehouse.provider.Tokens.formula;
import static dev.gatehouse.provider.Tokens.hex;
import static dev.gatehouse.provider.Tokens.mac;
import static dev.gatehouse.provider.Tokens.pair;
import static dev.gatehouse.provider.Tokens.pem;
import static dev.gatehouse.provider.Tokens.reason;
import static dev.gatehouse.provider.Tokens.request;
import static dev.gatehouse.provider.Tokens.secrets;
import static dev.gatehouse.provider.Tokens.sign;
import static dev.gatehouse.provider.Tokens.token;
import static dev.gatehouse.provider.Tokens.url;
import static dev.gatehouse.provider.Tokens.verify;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.provider.Tokens.Formula;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.RefusalReason;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import dev.gatehouse.support.DatedCertificates;
import java.security.KeyPair;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tokens attackers have tried elsewhere. */
class TokenAttacksTest {
  @Test
  void aPublicKeyIsNeverTheSecretOfAKeyedHash() {
    Formula fusionauth = formula("fusionauth");
    SignatureSpec spec = PRESETS.preset("fusionauth").orElseThrow().signature();
    String text =
        url("{\"alg\":\"HS256\"}".getBytes(UTF_8)) + "." + url(fusionauth.claims().getBytes(UTF_8));
    for (String pasted : spellings()) {
      for (byte[] key : List.of(pasted.getBytes(UTF_8), pasted.strip().getBytes(UTF_8))) {
        Verification forged =
            Verifier.of(spec)
                .verify(
                    request(fusionauth, text + "." + url(mac(key, text)), BODY),
                    List.of(LiveSecret.of("pasted", pasted)),
                    NOW);
        assertThat(reason(forged)).as(pasted).isEqualTo(RefusalReason.MISMATCH);
      }
    }
    String genuine = text + "." + url(mac(SECRET.getBytes(UTF_8), text));
    assertThat(
            Verifier.of(spec)
                .verify(
                    request(fusionauth, genuine, BODY),
                    List.of(LiveSecret.of("shared", SECRET)),
                    NOW))
        .isInstanceOf(Verification.Verified.class);
  }

  @Test
  void aPublicKeyPastedForASharedSecretIsAMistake() {
    SignatureSpec vonage = PRESETS.preset("vonage").orElseThrow().signature();
    for (String pasted : spellings()) {
      assertThat(vonage.mistakeIn(new Secret(pasted))).as(pasted).isPresent();
    }
    assertThat(vonage.mistakeIn(new Secret(SECRET))).isEmpty();
  }

  @Test
  void aBareKeyIsUsedAsAKeyWhereBothKindsArePossible() {
    Formula fusionauth = formula("fusionauth");
    SignatureSpec spec = PRESETS.preset("fusionauth").orElseThrow().signature();
    String bare = Base64.getEncoder().encodeToString(RSA.getPublic().getEncoded());
    String token = token(fusionauth, "{\"alg\":\"RS256\"}", BODY);

    assertThat(spec.mistakeIn(new Secret(bare))).isEmpty();
    assertThat(
            Verifier.of(spec)
                .verify(
                    request(fusionauth, token, BODY), List.of(LiveSecret.of("bare", bare)), NOW))
        .isInstanceOf(Verification.Verified.class);
  }

  /** Ways of writing public keys down; the compressed point is left to the test of its reader. */
  private static List<String> spellings() {
    byte[] rsa = RSA.getPublic().getEncoded();
    byte[] ec = EC.getPublic().getEncoded();
    byte[] point = Arrays.copyOfRange(ec, ec.length - 65, ec.length);
    String jwk =
        "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"%s\",\"y\":\"%s\"}"
            .formatted(
                url(Arrays.copyOfRange(point, 1, 33)), url(Arrays.copyOfRange(point, 33, 65)));
    return List.of(
        pem(RSA),
        pem(EC),
        Base64.getEncoder().encodeToString(rsa),
        Base64.getEncoder().encodeToString(ec),
        Base64.getMimeEncoder().encodeToString(rsa),
        url(rsa),
        HexFormat.of().formatHex(rsa),
        HexFormat.of().formatHex(point),
        Base64.getEncoder().encodeToString(point),
        Base64.getEncoder().encodeToString(pem(RSA).getBytes(UTF_8)),
        jwk,
        "{\"keys\":[" + jwk + "]}",
        DatedCertificates.root("R", NOW, Duration.ofDays(1)).pem(),
        Base64.getEncoder().encodeToString(jwk.getBytes(UTF_8)));
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
      String text = head + "." + url(gong.claims().getBytes(UTF_8));
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

  @Test
  void aTokenOfUnknownAgeIsRefusedWhereAgeCounts() {
    for (String claims :
        List.of(
            "{\"request_body_sha256\":\"%s\"}".formatted(hex()),
            "{\"iat\":null,\"request_body_sha256\":\"%s\"}".formatted(hex()))) {
      Formula ageless =
          enclosed("plaid", "ES256", "Plaid-Verification", "", claims, Map.of(), true);
      assertThat(reason(verify(ageless, token(ageless, "{\"alg\":\"ES256\"}", BODY), BODY, NOW)))
          .isEqualTo(RefusalReason.MALFORMED);
    }
  }

  @Test
  void aTokenForAnotherAccountOfTheSameProviderIsRefused() {
    Formula pubsub = formula("google-pubsub");
    String token = token(pubsub, "{\"alg\":\"RS256\",\"kid\":\"k1\"}", BODY);
    SignatureSpec spec = PRESETS.preset("google-pubsub").orElseThrow().signature();

    assertThat(verify(pubsub, token, BODY, NOW)).isInstanceOf(Verification.Verified.class);
    assertThat(spec.neededValues()).contains("service_account", "audience");
    for (Map<String, String> others :
        List.of(
            Map.of("audience", "https://h.test/in/g"),
            Map.of("audience", "https://h.test/in/g", "service_account", "other@p.test"),
            Map.of("service_account", "push@p.test"))) {
      assertThat(
              Verifier.of(spec.with(others))
                  .verify(request(pubsub, token, BODY), secrets(pubsub), NOW))
          .as("%s", others)
          .isInstanceOf(Verification.Refused.class);
    }
  }
}
