package dev.gatehouse.operate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.config.Settings;
import dev.gatehouse.config.SettingsFile;
import dev.gatehouse.config.SourceConfig;
import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.extract.Extracted;
import dev.gatehouse.receive.extract.Extractor;
import dev.gatehouse.receive.extract.Parts;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

class LocalCommandsTest {
  private record Received(String target, Headers headers, byte[] body) {}

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private HttpServer server = unopened();
  private int status = 200;

  private static HttpServer unopened() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @BeforeEach
  void listen() {
    server.createContext(
        "/",
        exchange -> {
          List<Headers.Field> fields = new ArrayList<>();
          exchange
              .getRequestHeaders()
              .forEach(
                  (name, values) ->
                      values.forEach(value -> fields.add(new Headers.Field(name, value))));
          received.add(
              new Received(
                  exchange.getRequestURI().toString(),
                  new Headers(fields),
                  exchange.getRequestBody().readAllBytes()));
          byte[] answer = "{\"status\":\"accepted\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private int run(String... arguments) {
    CommandLine line = Gatehouse.commandLine(List.of());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private int init(String... more) {
    List<String> arguments = new ArrayList<>(List.of("init", "--folder", folder.toString()));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private Path file() {
    return folder.resolve(SettingsFile.DEFAULT_PATH);
  }

  private String[] send(String source, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "send",
                "--source",
                source,
                "--config",
                file().toString(),
                "--url",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/in/" + source));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  static Stream<String> providers() {
    // The others sign parts of the message or ask for values that a sample does not have.
    return Stream.concat(
        Stream.of("custom"),
        PresetCatalogue.bundled().all().values().stream()
            .filter(
                preset ->
                    preset.signature() instanceof SignatureSpec.Hmac
                        || preset.signature() instanceof SignatureSpec.Token)
            .map(ProviderPreset::id));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void whatInitWritesCanBeServedAndWhatSendSendsIsVerifiedAndRead(String provider)
      throws Exception {
    assertThat(init("--provider", provider, "--source", "shop")).as(err.toString()).isZero();
    SettingsFile.Loaded loaded = SettingsFile.load(file());
    assertThat(loaded).isInstanceOf(SettingsFile.Loaded.Good.class);
    Settings settings = ((SettingsFile.Loaded.Good) loaded).settings();

    assertThat(run(send("shop"))).as(err.toString()).isZero();

    Received request = received.take();
    SourceConfig source = settings.sources().values().iterator().next();
    Verification verification =
        Verifier.of(source.signature())
            .verify(
                new SignedRequest(
                    "POST", request.target, request.headers, new RawBody(request.body)),
                source.secrets(),
                Instant.now());
    assertThat(verification).isInstanceOf(Verification.Verified.class);
    Extractor extractor = Objects.requireNonNull(settings.extractors().get(source.name()));
    RawBody body = new RawBody(request.body);
    Parts parts = extractor.parts(request.headers, body);
    assertThat(parts.each()).hasSize(source.event().each() == null ? 0 : 1);
    Extracted read =
        parts.each().isEmpty()
            ? extractor.extract(request.headers, queryOf(request.target), body)
            : extractor.extract(request.headers, queryOf(request.target), parts, 0);
    assertThat(read.fault()).isNull();
    assertThat(read.eventId()).isNotNull();
    if (!source.event().type().isEmpty()) {
      // Joined where a provider says it in several places.
      assertThat(read.type()).startsWith("sample.event");
    }
  }

  @Test
  void initLeavesSourcesThatNeedADecisionToTheOperator() {
    for (String provider : List.of("strava", "trello")) {
      assertThat(init("--provider", provider, "--source", "shop")).isEqualTo(2);
    }
    assertThat(err.toString()).contains("unverified: true").contains("callback_url");
    assertThat(file()).doesNotExist();
  }

  private static String queryOf(String target) {
    int at = target.indexOf('?');
    return at < 0 ? "" : target.substring(at + 1);
  }

  @Test
  void initSaysSoWhereOnlyTheProviderCanSign() {
    assertThat(init("--provider", "discord", "--source", "shop")).isEqualTo(2);
    assertThat(err.toString()).contains("signs with a key or token of its own");
  }

  @Test
  void initKeepsTheSecretToItsOwnerAndPrintsItNowhere() throws Exception {
    init("--source", "shop");

    Path secret = folder.resolve("config/secrets/shop");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret.getParent())))
        .isEqualTo("rwx------");
    String value = Files.readString(secret).strip();
    assertThat(value).startsWith("whsec_");
    assertThat(out.toString() + Files.readString(file())).doesNotContain(value);
  }

  @Test
  void initNeverWritesOverAConfiguration() throws Exception {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "sources: {}\n");

    assertThat(init()).isEqualTo(2);

    assertThat(Files.readString(file())).isEqualTo("sources: {}\n");
    assertThat(err.toString()).contains("is there already; nothing was written");
    assertThat(folder.resolve("config/secrets")).doesNotExist();
  }

  @Test
  void initMovesTheExampleAside() throws Exception {
    Files.createDirectories(file().getParent());
    Files.copy(Path.of("config/gatehouse.yaml"), file());

    assertThat(init()).isZero();

    assertThat(folder.resolve("config/gatehouse.example.yaml"))
        .hasSameBinaryContentAs(Path.of("config/gatehouse.yaml"));
    assertThat(SettingsFile.load(file())).isInstanceOf(SettingsFile.Loaded.Good.class);
  }

  @Test
  void aSourceOrProviderThatCannotBeIsWrongUsage() {
    assertThat(init("--provider", "nobody")).isEqualTo(2);
    assertThat(init("--source", "../x")).isEqualTo(2);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void sendTakesBodyTypeIdAndHeaders() throws Exception {
    init("--provider", "custom", "--source", "shop");
    Path body = Files.writeString(folder.resolve("body.json"), "{\"type\":\"mine\"}");

    int accepted =
        run(send("shop", "--body", body.toString(), "--id", "e-1", "--header", "X-More: 1"));
    Received request = received.take();

    assertThat(accepted).isZero();
    assertThat(new String(request.body, StandardCharsets.UTF_8)).isEqualTo("{\"type\":\"mine\"}");
    assertThat(request.headers.first("X-Event-Id")).contains("e-1");
    assertThat(request.headers.first("X-More")).contains("1");
    assertThat(out.toString()).contains("HTTP 200", "{\"status\":\"accepted\"}");
  }

  @Test
  void aRefusalIsOneAndSilenceIsThree() {
    init("--source", "shop");
    status = 400;
    assertThat(run(send("shop"))).isEqualTo(1);

    server.stop(0);
    assertThat(run(send("shop"))).isEqualTo(3);
    assertThat(err.toString()).contains("nobody answers");
  }

  @Test
  void sendToASourceThatIsNotThereIsWrongUsage() {
    init("--source", "shop");

    assertThat(run(send("shpo"))).isEqualTo(2);
    assertThat(run("send")).isEqualTo(2);
  }

  @Test
  void checkPrintsAllMistakesAndEndsWithTwo() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.yaml"), "server: { prot: 1 }\nsources: 7\n");

    assertThat(run("config", "check", bad.toString())).isEqualTo(2);

    assertThat(err.toString())
        .isEqualTo(
            bad
                + ":1:11: server.prot: unknown key; did you mean 'port'?\n"
                + bad
                + ":2:10: sources: expected a map, found a number 7\n"
                + "gatehouse: 2 mistakes\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void checkOfTheExampleEndsWithZeroAndASummary() {
    assertThat(run("config", "check", "config/gatehouse.yaml")).isZero();
    assertThat(out.toString())
        .contains("config/gatehouse.yaml: fine; 2 sources, 1 machine, 1 destination, 1 route")
        .contains("warning: sources.payments.secrets[0]: a placeholder");
  }

  @Test
  void showPrintsDefaultsAndNoSecret() {
    init("--source", "shop");

    assertThat(run("config", "show", "--config", file().toString())).isZero();
    assertThat(out.toString())
        .contains("max_connections: 8192", "${file:secrets/shop}")
        .doesNotContain("whsec_");
  }

  @Test
  void schemaIsJson() {
    assertThat(run("config", "schema")).isZero();
    assertThat(JsonMapper.builder().build().readTree(out.toString()).get("$schema").asString())
        .isEqualTo("https://json-schema.org/draft/2020-12/schema");
  }

  @Test
  void theCommandsOfAllRoomsStandUnderOneRoot() {
    assertThat(Gatehouse.commandLine(List.of()).getSubcommands().keySet())
        .contains("config", "init", "send", "verify", "events", "dead-letters", "doctor");
  }

  @Test
  void nothingAtAllIsWrongUsage() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("config")).isEqualTo(2);
    assertThat(run("fly")).isEqualTo(2);
    assertThat(run("--help")).isZero();
  }
}
