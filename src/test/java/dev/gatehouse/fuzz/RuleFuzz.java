package dev.gatehouse.fuzz;

import dev.gatehouse.config.preset.PresetReader;
import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verifier;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Any text as a rule, and any request against it: mistakes with their place, or a verdict. */
public final class RuleFuzz {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");

  private RuleFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    Chunks chunks = new Chunks(input);
    String file =
        """
        id: own
        title: Own
        signature:
          scheme: %s
          header: X-Sig
          format: %s
          over: %s
          timestamp: "header:X-Time"
          tolerance: off
        event: { id: %s, body_format: %s }
        confidence: read
        source: "fuzz"
        """
            .formatted(
                chunks.number(2) == 0 ? "hmac" : "digest",
                quoted(chunks.text()),
                quoted(chunks.text()),
                quoted(chunks.text()),
                quoted(chunks.text()));
    Mistakes mistakes = new Mistakes();
    Optional<ProviderPreset> preset =
        PresetReader.read("own.yaml", file.getBytes(StandardCharsets.UTF_8), mistakes);
    if (preset.isEmpty() == mistakes.isEmpty()) {
      throw new AssertionError("neither a rule nor a mistake");
    }
    if (preset.isPresent()) {
      List<Headers.Field> fields = new ArrayList<>();
      fields.add(new Headers.Field("X-Sig", chunks.text()));
      fields.add(new Headers.Field("X-Time", "1700000000"));
      fields.add(new Headers.Field("Content-Type", "application/x-www-form-urlencoded"));
      SignedRequest request =
          new SignedRequest(
              "POST",
              "https://hooks.example.test/in/x?a=b",
              new Headers(fields),
              new RawBody(chunks.rest()));
      var unused =
          Verifier.of(preset.get().signature())
              .verify(request, List.of(LiveSecret.of("current", "a-secret-of-some-length")), NOW);
    }
  }

  /** Any characters as a YAML text in double quotes. */
  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        out.append("\\x").append("%02x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
