package dev.gatehouse.operate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VerifyWithPublicKeyTest {
  private static final String AT = "2026-02-03T04:05:06Z";

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void aCapturedRequestVerifiesWithTheKeyInAFile() throws IOException, GeneralSecurityException {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Path key = folder.resolve("key.pem");
    Files.writeString(key, pem("PUBLIC KEY", pair.getPublic().getEncoded()));
    String time = Long.toString(Instant.parse(AT).getEpochSecond());
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(pair.getPrivate());
    signature.update((time + "|{\"id\":1}").getBytes(UTF_8));
    Path request = folder.resolve("request.http");
    Files.writeString(
        request,
        "POST /in/telnyx HTTP/1.1\r\ntelnyx-timestamp: "
            + time
            + "\r\ntelnyx-signature-ed25519: "
            + Base64.getEncoder().encodeToString(signature.sign())
            + "\r\n\r\n{\"id\":1}");

    assertThat(run(key, request)).as("%s", err).isZero();
    assertThat(out.toString()).contains("verified with secret 1");

    Path other = folder.resolve("other.pem");
    KeyPair stranger = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Files.writeString(other, pem("PUBLIC KEY", stranger.getPublic().getEncoded()));
    assertThat(run(other, request)).isEqualTo(1);

    Path secret = folder.resolve("private.pem");
    Files.writeString(secret, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    assertThat(run(secret, request)).isEqualTo(2);
    assertThat(err.toString()).contains("private key");
  }

  @Test
  void aRuleThatNeedsValuesGetsThemOrIsNotTried() throws IOException {
    Path request = folder.resolve("request.http");
    Files.writeString(request, "POST /in/p HTTP/1.1\r\nAuthorization: Bearer a.b.c\r\n\r\n{}");
    String[] common = {"--provider", "google-pubsub", "--secret", "k", request.toString()};

    assertThat(execute(common)).isEqualTo(2);
    assertThat(err.toString()).contains("--value audience=");
    String[] given = {
      "--value",
      "audience=https://h.test",
      "--value",
      "service_account=a@b.test",
      "--provider",
      "google-pubsub",
      "--secret",
      "k",
      request.toString()
    };
    assertThat(execute(given)).isEqualTo(1);
    assertThat(out.toString()).contains("MALFORMED");
  }

  private int execute(String... arguments) {
    return new CommandLine(new VerifyCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private int run(Path key, Path request) {
    return new CommandLine(new VerifyCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(
            "--provider", "telnyx", "--public-key", key.toString(), "--at", AT, request.toString());
  }

  private static String pem(String label, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(label, Base64.getMimeEncoder().encodeToString(der), label);
  }
}
