package dev.gatehouse.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.destination.Destination;
import dev.gatehouse.deliver.destination.Destinations;
import dev.gatehouse.deliver.destination.Parcel;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * The examples of docs/receiving.md are run as they stand there, over requests as they are sent.
 * The one in Java always; the others where the machine has the language.
 */
@Timeout(120)
class ReceivingPageTest {
  private static final Path PAGE = Path.of("docs/receiving.md");
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String NEW = "whsec_bmV3LXNlY3JldC1vZi10aGUtcmVjZWl2ZXItMDE=";
  private static final String OLD = "old-secret-of-the-receiver";
  private static final String OTHER = "secret-of-somebody-else-01";

  @TempDir Path folder;

  /** A request to check, and whether it should be found genuine. */
  private record Case(
      String name, String secret, Map<String, String> headers, byte[] body, boolean genuine) {

    Case with(String header, String value) {
      Map<String, String> other = new LinkedHashMap<>(headers);
      other.put(header, value);
      return new Case(header + " changed", secret, other, body, false);
    }
  }

  @Test
  void theExampleInJavaTellsGenuineRequestsFromOthers() throws Exception {
    Path source = folder.resolve("GatehouseSignature.java");
    Files.writeString(source, example("java"));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, OutputStream.nullOutputStream(), null, source.toString());
    assertThat(compiled).isZero();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      Method fits =
          loader
              .loadClass("GatehouseSignature")
              .getMethod(
                  "fits", String.class, String.class, String.class, String.class, byte[].class);
      for (Case each : cases()) {
        Map<String, String> headers = each.headers();
        assertThat(
                fits.invoke(
                    null,
                    each.secret(),
                    headers.get("webhook-id"),
                    headers.get("webhook-timestamp"),
                    headers.getOrDefault("webhook-signature", ""),
                    each.body()))
            .as(each.name())
            .isEqualTo(each.genuine());
      }
    }
  }

  @Test
  void theExampleInNodeTellsGenuineRequestsFromOthers() throws Exception {
    String driver =
        """

        import { readFileSync } from "node:fs";
        for (const each of JSON.parse(readFileSync(0, "utf8"))) {
          console.log(fits(each.secret, each.headers, Buffer.from(each.body, "base64")));
        }
        """;
    runs("node", "example.mjs", example("javascript") + driver);
  }

  @Test
  void theExampleInPythonTellsGenuineRequestsFromOthers() throws Exception {
    String driver =
        """

        import json, sys
        for each in json.load(sys.stdin):
            print(str(fits(each["secret"], each["headers"], base64.b64decode(each["body"]))).lower())
        """;
    runs("python3", "example.py", example("python") + driver);
  }

  private void runs(String program, String file, String text) throws Exception {
    Assumptions.assumeTrue(isThere(program), program + " is not on this machine");
    Path script = Files.writeString(folder.resolve(file), text);
    List<Case> cases = cases();
    Process process =
        new ProcessBuilder(program, script.toString()).redirectErrorStream(true).start();
    try (OutputStream to = process.getOutputStream()) {
      to.write(
          JSON.writeValueAsBytes(
              cases.stream()
                  .map(
                      each ->
                          Map.of(
                              "secret", each.secret(),
                              "headers", each.headers(),
                              "body", Base64.getEncoder().encodeToString(each.body())))
                  .toList()));
    }
    List<String> said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(said).hasSameSizeAs(cases);
    for (int i = 0; i < cases.size(); i++) {
      assertThat(said.get(i))
          .as(cases.get(i).name())
          .isEqualTo(Boolean.toString(cases.get(i).genuine()));
    }
  }

  /** What a receiver with the new secret, the old one or neither should make of a request. */
  private static List<Case> cases() {
    Instant now = Instant.now();
    Map<String, String> sent = sent(now);
    byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
    Case good = new Case("the new secret", NEW, sent, body, true);
    List<Case> cases = new ArrayList<>();
    cases.add(good);
    cases.add(new Case("the old secret, in the overlap", OLD, sent, body, true));
    cases.add(new Case("another secret", OTHER, sent, body, false));
    cases.add(
        new Case("body changed", NEW, sent, (BODY + " ").getBytes(StandardCharsets.UTF_8), false));
    cases.add(good.with("webhook-id", "00000000-0000-7000-8000-000000000000"));
    cases.add(good.with("webhook-timestamp", Long.toString(now.getEpochSecond() + 1)));
    cases.add(good.with("webhook-signature", ""));
    cases.add(good.with("webhook-signature", "v1,"));
    cases.add(
        good.with(
            "webhook-signature", sent.getOrDefault("webhook-signature", "").replace("v1,", "v2,")));
    cases.add(
        new Case("ten minutes old", NEW, sent(now.minus(Duration.ofMinutes(10))), body, false));
    return cases;
  }

  private static final String BODY = "{ \"name\" : \"Zo\u00eb\",\r\n \"total\": 1.0 }\n";

  /** The headers of a delivery as they arrive, names in lower case. */
  private static Map<String, String> sent(Instant at) {
    try (Sink sink = Sink.answering(200)) {
      Target.Http target =
          new Target.Http(
                  sink.url(), true, true, Duration.ofSeconds(5), List.of(), Map.of(), Set.of())
              .signedWith(
                  List.of(
                      LiveSecret.of("current", NEW),
                      new LiveSecret("previous", new Secret(OLD), at.plusSeconds(60))));
      DestinationName name = new DestinationName("fulfilment");
      Parcel parcel =
          new Parcel(
              Samples.delivery(
                  Samples.event("1", "order.paid", BODY, dev.gatehouse.event.Headers.NONE), name),
              0,
              1,
              null,
              at);
      try (Destination to = new Destinations().open(DestinationSettings.of(name, target))) {
        assertThat(to.send(parcel)).isEqualTo(new AttemptResult.Answered(200, null));
      }
      Map<String, String> headers = new LinkedHashMap<>();
      for (String each : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
        headers.put(each, sink.received().getFirst().header(each));
      }
      return headers;
    }
  }

  private static String example(String language) throws IOException {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    assertThat(block.find()).as("an example in %s", language).isTrue();
    return block.group(1);
  }

  private static boolean isThere(String program) {
    try {
      Process process = new ProcessBuilder(program, "--version").redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
