package dev.gatehouse.fuzz;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.HttpSignature;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.PublicKeySignature;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Any headers, URL and body against the rule of any preset: an answer, and never yes by a key pair.
 */
public final class VerifierFuzz {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");

  private static final List<String> SECRETS =
      List.of(
          "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
          "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
          "user:a-password-of-some-length",
          "public-part|private-part-of-some-length",
          "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG",
          "-----BEGIN PUBLIC KEY-----\n"
              + "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqEwl/jUsHuvkI8EMPznZ\n"
              + "skc1H5CYdSMAzjdsRIrjTaAU7lqOIbeWQImgT+pvxiXf/eVA+/9j8Fkk2Xd/TvkA\n"
              + "oG52sX/ObL3el6WU+BTcsCFTx6reHYVNKBfLKD1C0zSGM5tHvCtukOJqb8Klw/mA\n"
              + "uEi0sI1ZfkLeAV7K/i9h/oE/npYRwQ7Mq5gWL2aDFQ6k/uG/18EY2J+elfuG6z2t\n"
              + "QaNgGCqfInhlILYRJ5YbyMPCiASyzq+P5Wv0hZRnCrO034i2I4VYCdXn7/hKsLzt\n"
              + "7fN+oTltBw8mSyoY6zNYx+1ivAnBznArHkA5uBp6G7xI4J2zDRVPJ6l34kGP6uY8\n"
              + "pQIDAQAB\n-----END PUBLIC KEY-----",
          "-----BEGIN PUBLIC KEY-----\n"
              + "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7+XGl6qwiFLhPLfqAwPpAaaos89K\n"
              + "fAHGuiLPg5BRuG3L/vwWeHTEH+FKZKryYhCJ9fRIdqRCB/vcg0r99KBofQ==\n"
              + "-----END PUBLIC KEY-----",
          "-----BEGIN PUBLIC KEY-----\n"
              + "MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n"
              + "-----END PUBLIC KEY-----");

  private record Target(SignatureSpec spec, Verifier verifier, List<LiveSecret> secrets) {}

  private static final List<Target> TARGETS = targets();

  private VerifierFuzz() {}

  private static List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    for (ProviderPreset preset : PresetCatalogue.bundled().all().values()) {
      Map<String, String> values = new HashMap<>();
      preset.signature().neededValues().forEach(name -> values.put(name, "https://value.example"));
      SignatureSpec spec = preset.signature().with(values);
      Optional<String> secret =
          SECRETS.stream().filter(text -> spec.mistakeIn(new Secret(text)).isEmpty()).findFirst();
      targets.add(
          new Target(
              spec,
              Verifier.of(spec),
              secret.map(text -> List.of(LiveSecret.of("current", text))).orElse(List.of())));
    }
    return List.copyOf(targets);
  }

  /** How many rules have a secret to check with. */
  static long armed() {
    return TARGETS.stream().filter(target -> !target.secrets.isEmpty()).count();
  }

  public static void fuzzerTestOneInput(byte[] input) {
    Chunks chunks = new Chunks(input);
    Target target = TARGETS.get(chunks.number(TARGETS.size()));
    String url = "https://hooks.example.test/in/x" + chunks.text();
    List<Headers.Field> fields = new ArrayList<>();
    for (String name : target.spec.headerNames()) {
      int times = chunks.number(4);
      for (int i = times == 3 ? 2 : times == 0 ? 0 : 1; i > 0; i--) {
        fields.add(new Headers.Field(name, chunks.text()));
      }
    }
    fields.add(new Headers.Field("Content-Type", chunks.text()));
    SignedRequest request =
        new SignedRequest("POST", url, new Headers(fields), new RawBody(chunks.rest()));

    Verification verdict = target.verifier.verify(request, target.secrets, NOW);

    boolean keyPair =
        target.spec instanceof PublicKeySignature || target.spec instanceof HttpSignature;
    if (keyPair && verdict instanceof Verification.Verified) {
      throw new AssertionError("nobody signed this: " + target.spec);
    }
  }
}
