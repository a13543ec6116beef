package dev.gatehouse.bench.jmh;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to verify one request, against the bare calls of Java's cryptography that no check
 * can do without.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class VerificationBenchmark {
  private static final String SECRET = "a-shared-secret-of-some-length";
  private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

  @Param({"1024", "102400"})
  int bodyBytes;

  private byte[] body = new byte[0];
  private SecretKeySpec key;
  private Checked hmac;
  private Checked ed25519;
  private Checked rsa;
  private PublicKey edKey;
  private PublicKey rsaKey;
  private byte[] edSignature = new byte[0];
  private byte[] rsaSignature = new byte[0];

  /** A rule, a request and what it is checked with. */
  private record Checked(Verifier verifier, SignedRequest request, List<LiveSecret> secrets) {
    Verification run() {
      return verifier.verify(request, secrets, NOW);
    }
  }

  @Setup
  public void prepare() throws GeneralSecurityException {
    body = new byte[bodyBytes];
    new Random(1).nextBytes(body);
    key = new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(key);
    hmac =
        checked(
            "github",
            SECRET,
            "X-Hub-Signature-256",
            "sha256=" + HexFormat.of().formatHex(mac.doFinal(body)));
    KeyPair ed = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    edKey = ed.getPublic();
    String time = Long.toString(NOW.getEpochSecond());
    edSignature = sign("Ed25519", ed, time.getBytes(StandardCharsets.UTF_8), body);
    ed25519 =
        checked(
            "discord",
            pem(edKey),
            "X-Signature-Ed25519",
            HexFormat.of().formatHex(edSignature),
            "X-Signature-Timestamp",
            time);
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    rsaKey = pair.getPublic();
    rsaSignature = sign("SHA256withRSA", pair, new byte[0], body);
    rsa =
        checked(
            "wise",
            pem(rsaKey),
            "X-Signature-SHA256",
            Base64.getEncoder().encodeToString(rsaSignature));
    for (Checked each : List.of(hmac, ed25519, rsa)) {
      if (!(each.run() instanceof Verification.Verified)) {
        throw new IllegalStateException("measured would be a refusal: " + each.run());
      }
    }
  }

  private Checked checked(String provider, String secret, String... headers) {
    return new Checked(
        Verifier.of(PresetCatalogue.bundled().preset(provider).orElseThrow().signature()),
        new SignedRequest(
            "POST", "https://hooks.example.test/in/x", Headers.of(headers), new RawBody(body)),
        List.of(LiveSecret.of("current", secret)));
  }

  private static byte[] sign(String algorithm, KeyPair pair, byte[] before, byte[] text)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(pair.getPrivate());
    signature.update(before);
    signature.update(text);
    return signature.sign();
  }

  private static String pem(PublicKey key) {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getEncoder().encodeToString(key.getEncoded())
        + "\n-----END PUBLIC KEY-----";
  }

  @Benchmark
  public Verification hmacOurs() {
    return hmac.run();
  }

  @Benchmark
  public byte[] hmacBare() throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(key);
    return mac.doFinal(body);
  }

  @Benchmark
  public Verification ed25519Ours() {
    return ed25519.run();
  }

  @Benchmark
  public boolean ed25519Bare() throws GeneralSecurityException {
    Signature signature = Signature.getInstance("Ed25519");
    signature.initVerify(edKey);
    signature.update(Long.toString(NOW.getEpochSecond()).getBytes(StandardCharsets.UTF_8));
    signature.update(body);
    return signature.verify(edSignature);
  }

  @Benchmark
  public Verification rsaOurs() {
    return rsa.run();
  }

  @Benchmark
  public boolean rsaBare() throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initVerify(rsaKey);
    signature.update(body);
    return signature.verify(rsaSignature);
  }
}
