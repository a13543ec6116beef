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
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Providers without recorded requests: computed from the formula with Java's Signature, which
 * shares nothing with the verifier.
 */
class PublicKeyProvidersTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
  private static final String UNIX = Long.toString(NOW.getEpochSecond());
  private static final String BODY = "{\"id\":\"e1\",\"type\":\"paid\",\"name\":\"Zoë\"}\r\n";
  private static final PresetCatalogue PRESETS = PresetCatalogue.bundled();

  /**
   * @param signed the formula, filled in; the body stands for {@code BODY}
   * @param headers name, value, …; {@code SIG} stands for the signature in its encoding
   */
  private record Formula(
      String provider, String key, String jca, boolean hex, String signed, String... headers) {}

  private static final List<Formula> FORMULAS =
      List.of(
          new Formula(
              "telnyx",
              "Ed25519",
              "Ed25519",
              false,
              UNIX + "|BODY",
              "telnyx-signature-ed25519",
              "SIG",
              "telnyx-timestamp",
              UNIX),
          new Formula(
              "discord-webhook-events",
              "Ed25519",
              "Ed25519",
              true,
              UNIX + "BODY",
              "X-Signature-Ed25519",
              "SIG",
              "X-Signature-Timestamp",
              UNIX),
          new Formula(
              "circle",
              "EC",
              "SHA256withECDSA",
              false,
              "BODY",
              "X-Circle-Signature",
              "SIG",
              "X-Circle-Key-Id",
              "k1"),
          new Formula(
              "github-secret-scanning",
              "EC",
              "SHA256withECDSA",
              false,
              "BODY",
              "Github-Public-Key-Signature",
              "SIG",
              "Github-Public-Key-Identifier",
              "k1"),
          new Formula("ebay", "EC", "SHA1withECDSA", false, "BODY", "X-EBAY-SIGNATURE", "JSON"),
          new Formula("wise", "RSA", "SHA256withRSA", false, "BODY", "X-Signature-SHA256", "SIG"),
          new Formula(
              "wechatpay",
              "RSA",
              "SHA256withRSA",
              false,
              UNIX + "\nnonce1\nBODY\n",
              "Wechatpay-Signature",
              "SIG",
              "Wechatpay-Timestamp",
              UNIX,
              "Wechatpay-Nonce",
              "nonce1",
              "Wechatpay-Serial",
              "k1"),
          new Formula(
              "shipengine",
              "RSA",
              "SHA256withRSA",
              false,
              NOW + ".BODY",
              "X-ShipEngine-RSA-SHA256-Signature",
              "SIG",
              "X-ShipEngine-Timestamp",
              NOW.toString(),
              "X-ShipEngine-RSA-SHA256-Key-ID",
              "k1"),
          new Formula(
              "kick",
              "RSA",
              "SHA256withRSA",
              false,
              "m1." + NOW + ".BODY",
              "Kick-Event-Signature",
              "SIG",
              "Kick-Event-Message-Id",
              "m1",
              "Kick-Event-Message-Timestamp",
              NOW.toString()));

  /** The presets that are proven here. */
  static Set<String> providers() {
    Set<String> ids = new TreeSet<>();
    FORMULAS.forEach(formula -> ids.add(formula.provider));
    return ids;
  }

  @TestFactory
  Stream<DynamicTest> theComputedRequestVerifiesAndNoChangedOneDoes() {
    return FORMULAS.stream()
        .map(formula -> DynamicTest.dynamicTest(formula.provider, () -> check(formula)));
  }

  private static void check(Formula formula) throws GeneralSecurityException {
    SignatureSpec spec = PRESETS.preset(formula.provider).orElseThrow().signature();
    KeyPair pair = pair(formula.key);
    LiveSecret key = key(pair);
    Headers headers = headers(formula, sign(formula, pair));
    SignedRequest request = request(headers, BODY);

    assertThat(verify(spec, request, key, NOW)).isInstanceOf(Verification.Verified.class);
    assertThat(verify(spec, request(headers, BODY + " "), key, NOW))
        .isInstanceOf(Verification.Refused.class);
    assertThat(verify(spec, request, key(pair(formula.key)), NOW))
        .isInstanceOf(Verification.Refused.class);
    assertThat(refusal(verify(spec, request, new LiveSecret("old", key.secret(), NOW), NOW)))
        .isEqualTo(RefusalReason.EXPIRED_SECRET);
    for (int i = 0; i < headers.fields().size(); i++) {
      List<Headers.Field> fields = new ArrayList<>(headers.fields());
      Headers.Field dropped = fields.remove(i);
      assertThat(refusal(verify(spec, request(new Headers(fields), BODY), key, NOW)))
          .as("without %s", dropped.name())
          .isEqualTo(RefusalReason.MISSING_HEADER);
      fields.add(dropped);
      fields.add(dropped);
      assertThat(refusal(verify(spec, request(new Headers(fields), BODY), key, NOW)))
          .as("%s twice", dropped.name())
          .isEqualTo(RefusalReason.REPEATED_HEADER);
    }
    if (formula.signed.contains(UNIX) || formula.signed.contains(NOW.toString())) {
      assertThat(refusal(verify(spec, request, key, NOW.plusSeconds(301))))
          .isEqualTo(RefusalReason.STALE);
      assertThat(refusal(verify(spec, request, key, NOW.minusSeconds(301))))
          .isEqualTo(RefusalReason.TOO_NEW);
    }
  }

  private static RefusalReason refusal(Verification verification) {
    return switch (verification) {
      case Verification.Refused refused -> refused.reason();
      case Verification.Verified verified -> throw new AssertionError("believed");
    };
  }

  private static Verification verify(
      SignatureSpec spec, SignedRequest request, LiveSecret key, Instant now) {
    return Verifier.of(spec).verify(request, List.of(key), now);
  }

  private static SignedRequest request(Headers headers, String body) {
    return new SignedRequest(
        "POST", "https://hooks.example.test/in/x", headers, new RawBody(body.getBytes(UTF_8)));
  }

  private static byte[] sign(Formula formula, KeyPair pair) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(formula.jca);
    signature.initSign(pair.getPrivate());
    signature.update(formula.signed.replace("BODY", BODY).getBytes(UTF_8));
    return signature.sign();
  }

  private static Headers headers(Formula formula, byte[] signature) {
    String text =
        formula.hex
            ? HexFormat.of().formatHex(signature)
            : Base64.getEncoder().encodeToString(signature);
    String json =
        Base64.getEncoder()
            .encodeToString(
                ("{\"alg\":\"none\",\"kid\":\"k1\",\"digest\":\"MD5\",\"signature\":\""
                        + text
                        + "\"}")
                    .getBytes(UTF_8));
    String[] filled = formula.headers.clone();
    for (int i = 0; i < filled.length; i++) {
      filled[i] = filled[i].equals("SIG") ? text : filled[i].equals("JSON") ? json : filled[i];
    }
    return Headers.of(filled);
  }

  private static LiveSecret key(KeyPair pair) {
    return LiveSecret.of(
        "current",
        "kid: k1\n-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded())
            + "\n-----END PUBLIC KEY-----");
  }

  private static KeyPair pair(String kind) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
    switch (kind) {
      case "EC" -> generator.initialize(new ECGenParameterSpec("secp256r1"));
      case "RSA" -> generator.initialize(2048);
      default -> {}
    }
    return generator.generateKeyPair();
  }
}
