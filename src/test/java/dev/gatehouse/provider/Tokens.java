package dev.gatehouse.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens put together from text and Java's own cryptography, for providers that have no recorded
 * requests.
 */
final class Tokens {
  static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
  static final long SECONDS = NOW.getEpochSecond();
  static final String BODY = "{\"id\":\"e1\",\"type\":\"paid\",\"name\":\"Zoë\"}";
  static final String SECRET = "a-shared-secret-of-some-length-0123";
  static final PresetCatalogue PRESETS = PresetCatalogue.bundled();
  static final KeyPair RSA = pair("RSA");
  static final KeyPair EC = pair("EC");

  /** Where the payload stands. */
  enum Form {
    ENCLOSED,
    WHOLE_BODY,
    DETACHED,
    UNENCODED
  }

  /**
   * @param claims the JSON of the claims; empty for a detached payload
   * @param coversBody a changed body has to be refused
   */
  record Formula(
      String provider,
      String alg,
      String header,
      String prefix,
      Form form,
      String claims,
      Map<String, String> values,
      boolean coversBody) {}

  static final List<Formula> FORMULAS =
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
              "google-pubsub",
              "RS256",
              "Authorization",
              "Bearer ",
              ("{\"iss\":\"https://accounts.google.com\",\"aud\":\"https://h.test/in/g\","
                      + "\"email\":\"push@p.test\",\"email_verified\":true,\"iat\":%d,\"exp\":%d}")
                  .formatted(SECONDS, SECONDS + 60),
              Map.of("audience", "https://h.test/in/g", "service_account", "push@p.test"),
              false),
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

  private Tokens() {}

  static Formula formula(String provider) {
    return FORMULAS.stream()
        .filter(each -> each.provider.equals(provider))
        .findFirst()
        .orElseThrow();
  }

  static Formula enclosed(
      String provider,
      String alg,
      String header,
      String prefix,
      String claims,
      Map<String, String> values,
      boolean coversBody) {
    return new Formula(provider, alg, header, prefix, Form.ENCLOSED, claims, values, coversBody);
  }

  static String token(Formula formula, String header, String body) {
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

  static Verification verify(Formula formula, String token, String body, Instant now) {
    SignatureSpec spec = PRESETS.preset(formula.provider).orElseThrow().signature();
    return Verifier.of(spec.with(formula.values))
        .verify(request(formula, token, body), secrets(formula), now);
  }

  static SignedRequest request(Formula formula, String token, String body) {
    boolean whole = formula.form == Form.WHOLE_BODY;
    return new SignedRequest(
        "POST",
        "https://h.test/in/x",
        whole ? Headers.NONE : Headers.of(formula.header, formula.prefix + token),
        new RawBody((whole ? token : body).getBytes(UTF_8)));
  }

  static List<LiveSecret> secrets(Formula formula) {
    return List.of(
        LiveSecret.of(
            "current",
            switch (formula.alg) {
              case "HS256" -> SECRET;
              case "ES256" -> pem(EC);
              default -> pem(RSA);
            }));
  }

  static RefusalReason reason(Verification verification) {
    return switch (verification) {
      case Verification.Refused refused -> refused.reason();
      case Verification.Verified verified -> throw new AssertionError("believed");
    };
  }

  static String pem(KeyPair pair) {
    return "kid: k1\n-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded())
        + "\n-----END PUBLIC KEY-----";
  }

  static String url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static byte[] digest() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(BODY.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static String hex() {
    return HexFormat.of().formatHex(digest());
  }

  static byte[] mac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static byte[] sign(String algorithm, KeyPair pair, String text) {
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(pair.getPrivate());
      signature.update(text.getBytes(UTF_8));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static KeyPair pair(String kind) {
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
