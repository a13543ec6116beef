package dev.gatehouse.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.Tls;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.MachineSettings;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.support.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFileTest {
  /** The configuration as the contract shows it; only the place of the old secret differs. */
  private static final String CONTRACT =
      """
      server:   { port: 8080, max_body: 1MiB }
      admin:    { port: 8081, host: 127.0.0.1 }
      database: { url: "${env:GATEHOUSE_DATABASE_URL:-}" }        # empty: embedded
      sources:
        payments:
          provider: stripe                        # a preset, or `custom` with the blocks below
          secrets: ["${env:STRIPE_SECRET}", { value: "${file:stripe_old}", expires_at: 2027-01-31T00:00:00Z }]
        erp:
          provider: custom
          signature: { scheme: hmac, hash: sha256, header: X-Signature, format: "sha256={hex}", over: "{body}", key: utf8 }
          event: { id: "header:X-Event-Id", type: "json:/type", sequence: "json:/seq", occurred_at: "json:/at", version: "json:/v" }
          secrets: ["${env:ERP_SECRET}"]
      machines:
        order:
          source: erp
          entity: "json:/order/id"
          initial: new
          order: { by: sequence }
          transitions:
            - { on: order.paid,      from: [new],        to: paid }
            - { on: order.shipped,   from: [paid],       to: shipped }
            - { on: order.cancelled, from: [new, paid],  to: cancelled, when: "body.total < 1000" }
          illegal: defer
          defer_for: 10m
      destinations:
        fulfilment: { url: "https://fulfilment.internal/hooks", allow_private: true, timeout: 10s, signing_secret: "${env:OUT_SECRET}",
                      retry: { base: 1s, cap: 1h, max_attempts: 12, window: 72h } }
      routes:
        - { source: erp, types: ["order.*"], when: "state.to == 'paid'", to: [fulfilment] }
      """;

  /** The least there can be; tests put their block after it. */
  private static final String SMALL =
      """
      sources:
        shop: { provider: shopify, secrets: ["${env:SECRET}"] }
      """;

  @TempDir Path folder;
  private final Map<String, String> environment =
      new HashMap<>(
          Map.of(
              "STRIPE_SECRET", "whsec_stripe-current-secret",
              "ERP_SECRET", "the-secret-of-the-erp",
              "OUT_SECRET", "the-secret-going-out",
              "SECRET", "hunter2hunter2hunter2",
              "SHORT", "hunter2"));

  private SettingsFile.Loaded read(String text) {
    return SettingsFile.read("c.yaml", text, folder, environment::get);
  }

  private Settings good(String text) {
    return switch (read(text)) {
      case SettingsFile.Loaded.Good good -> good.settings();
      case SettingsFile.Loaded.Bad bad -> throw new AssertionError(lines(bad));
    };
  }

  private String mistakes(String text) {
    return switch (read(text)) {
      case SettingsFile.Loaded.Good good -> "";
      case SettingsFile.Loaded.Bad bad -> lines(bad);
    };
  }

  private static String lines(SettingsFile.Loaded.Bad bad) {
    return bad.mistakes().stream().map(Object::toString).collect(Collectors.joining("\n"));
  }

  private Settings contract() throws Exception {
    Files.writeString(folder.resolve("stripe_old"), "whsec_stripe-previous-secret\n");
    return good(CONTRACT);
  }

  @Test
  void everyKeyOfTheContractDoesWhatItSays() throws Exception {
    Settings settings = contract();

    assertThat(settings.intake().port()).isEqualTo(8080);
    assertThat(settings.intake().maxBodyBytes()).isEqualTo(1 << 20);
    assertThat(settings.admin()).isEqualTo(new AdminPort("127.0.0.1", 8081));
    assertThat(settings.database().url()).isEmpty();
    List<LiveSecret> stripe = source(settings, "payments").secrets();
    assertThat(stripe.get(0).secret().value()).isEqualTo("whsec_stripe-current-secret");
    assertThat(stripe.get(1).secret().value()).isEqualTo("whsec_stripe-previous-secret");
    assertThat(stripe.get(1).expiresAt()).isEqualTo(Instant.parse("2027-01-31T00:00:00Z"));
    MachineSettings order = settings.machines().all().getFirst().settings();
    assertThat(order.order()).isEqualTo(MachineSettings.Order.SEQUENCE);
    assertThat(order.illegal()).isEqualTo(MachineSettings.Illegal.DEFER);
    assertThat(order.deferFor()).isEqualTo(Duration.ofMinutes(10));
    assertThat(order.transitions().get(2).when()).isEqualTo("body.total < 1000");
    assertThat(order.revision()).matches("[0-9a-f]{12}");
    DestinationSettings fulfilment =
        Objects.requireNonNull(settings.destinations().get(new DestinationName("fulfilment")));
    Target.Http http = (Target.Http) fulfilment.target();
    assertThat(http.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(http.signingSecrets()).hasSize(1);
    assertThat(fulfilment.retry().maxAttempts()).isEqualTo(12);
    assertThat(fulfilment.adaptive()).isTrue();
    assertThat(settings.router().routes()).hasSize(1);
    assertThat(settings.warnings()).isEmpty();
    assertThat(settings.intakeSources(name -> List.of(), 1)).hasSize(2);
    assertThat(settings.process().extractors()).hasSize(2);
  }

  private static SourceConfig source(Settings settings, String name) {
    return Objects.requireNonNull(settings.sources().get(new SourceName(name)));
  }

  @Test
  void howFastADestinationIsWorkedIsSaidForAllOrForOne() throws Exception {
    Settings settings =
        good(
            SMALL
                + """
                delivery: { adaptive: false, per_second: 50 }
                destinations:
                  a: { url: "https://example.com/a" }
                  b: { url: "https://example.com/b", adaptive: true, per_second: 5, concurrency: 2, circuit: { consecutive_refusals: 7 } }
                routes:
                  - { to: [a, b] }
                """);
    assertThat(settings.destinations().values())
        .extracting(
            each ->
                each.adaptive()
                    + " "
                    + each.perSecond()
                    + " "
                    + each.concurrency()
                    + " "
                    + each.breaker().consecutiveRefusals())
        .containsExactlyInAnyOrder("false 50 16 100", "true 5 2 7");
  }

  @Test
  void theCommandLineComesBeforeTheFile() throws Exception {
    Settings settings = contract().at(9000, null, Path.of("elsewhere"));

    assertThat(settings.intake().port()).isEqualTo(9000);
    assertThat(settings.admin().port()).isEqualTo(8081);
    assertThat(settings.database().dataDir()).isEqualTo(Path.of("elsewhere"));
  }

  @Test
  void whatIsShownHoldsNoSecretAndIsYamlAgain() throws Exception {
    String text =
        CONTRACT
            .replace("\"${env:ERP_SECRET}\"", "a-secret-in-the-file")
            .replace(
                "allow_private: true",
                "allow_private: true, headers: { Authorization: Bearer-in-the-file }")
            .replace(
                "\"${env:GATEHOUSE_DATABASE_URL:-}\"",
                "postgresql://u:hunter2@db/x?password=hunter2");
    Files.writeString(folder.resolve("stripe_old"), "whsec_stripe-previous-secret\n");

    String shown = good(text).shown();

    assertThat(shown)
        .doesNotContain("in-the-file", "hunter2", "whsec_stripe", "the-secret")
        .contains("${env:STRIPE_SECRET}", "${file:stripe_old}", "\"***\"", "max_connections: 8192");
    assertThat(good(text).shown()).isEqualTo(shown);
    assertThat(mistakes(shown)).doesNotContain("not YAML", "unknown key");
  }

  @Test
  void certificatesAndKeysComeFromFilesAndHaveToFit() throws Exception {
    Certificates authority = Certificates.authority("House CA");
    Certificates.Issued ours = authority.issue("gatehouse.test");
    Files.writeString(folder.resolve("ca.pem"), authority.pem());
    Files.writeString(folder.resolve("own.pem"), ours.certificatePem());
    Files.writeString(folder.resolve("own.key"), ours.keyPem());
    Files.writeString(folder.resolve("other.key"), authority.issue("other.test").keyPem());
    String file =
        SMALL
            + """
            destinations:
              a: { url: "https://example.com", tls: { ca: "${file:ca.pem}", certificate: "${file:own.pem}", key: "${file:own.key}" } }
            """;

    Settings settings = good(file);

    DestinationSettings a =
        Objects.requireNonNull(settings.destinations().get(new DestinationName("a")));
    Tls tls = ((Target.Http) a.target()).tls();
    assertThat(tls.authorities()).containsExactly(authority.certificate());
    assertThat(Objects.requireNonNull(tls.identity()).key()).isEqualTo(ours.key());
    assertThat(mistakes(file.replace("own.key", "other.key")))
        .isEqualTo("c.yaml:4:41: destinations.a.tls: the key does not belong to the certificate");
    assertThat(mistakes(file.replace(", key: \"${file:own.key}\"", "")))
        .isEqualTo("c.yaml:4:41: destinations.a.tls: certificate and key go together");
    assertThat(mistakes(file.replace("${file:ca.pem}", "nonsense")))
        .endsWith("destinations.a.tls.ca: expected certificates in PEM")
        .doesNotContain("nonsense");
  }

  @Test
  void theExampleIsRightAndNothingStartsWithItsSecrets() {
    Path example = Path.of("config/gatehouse.yaml");

    SettingsFile.Loaded looked = SettingsFile.load(example, name -> null, true);
    SettingsFile.Loaded loaded = SettingsFile.load(example, name -> null, false);

    assertThat(looked).isInstanceOf(SettingsFile.Loaded.Good.class);
    assertThat(lines((SettingsFile.Loaded.Bad) loaded).lines())
        .hasSize(4)
        .allMatch(line -> line.contains("a placeholder of the example"));
  }

  @Test
  void aFileThatIsNotThereIsAMistake() {
    SettingsFile.Loaded loaded = SettingsFile.load(folder.resolve("none.yaml"));

    assertThat(lines((SettingsFile.Loaded.Bad) loaded))
        .endsWith("none.yaml:1:1: the file does not exist; gatehouse init writes a first one");
  }

  @Test
  void secretsThatGuardNothingAreMistakes() {
    environment.put("BLANK", " ");
    assertThat(
            mistakes(
                """
                sources:
                  a: { provider: shopify }
                  b: { provider: shopify, secrets: [] }
                  c: { provider: shopify, secrets: ["${env:BLANK}"] }
                  d: { provider: shopify, secrets: ["${env:SHORT}"] }
                  e: { provider: standard-webhooks, secrets: ["whsec_not base64 at all !!"] }
                  f: { provider: shopify, secrets: ["${env:SECRET}", "${env:SECRET}"] }
                  g: { provider: shopify, secrets: [{ expires_at: tomorrow }] }
                  h: { provider: shopify, secrets: ["${env:NOT_SET}"] }
                """))
        .isEqualTo(
            """
            c.yaml:2:6: sources.a.secrets: is missing; expected the secrets that count, the current one first
            c.yaml:3:36: sources.b.secrets: a source needs a secret; without one every request would be refused
            c.yaml:4:37: sources.c.secrets[0]: expected a secret, found a blank
            c.yaml:5:37: sources.d.secrets[0]: a secret is at least 16 characters; allow_short: true lets this source have a shorter one
            c.yaml:6:47: sources.e.secrets[0]: the secret does not decode as base64 (after whsec_)
            c.yaml:7:54: sources.f.secrets[1]: this secret stands in the list already
            c.yaml:8:37: sources.g.secrets[0].value: is missing; expected the secret, best as a reference
            c.yaml:8:51: sources.g.secrets[0].expires_at: expected an instant such as 2027-01-31T00:00:00Z, found 'tomorrow'
            c.yaml:9:37: sources.h.secrets[0]: the environment variable NOT_SET is not set\
            """);
  }

  @Test
  void aShortSecretHasToBeAskedFor() {
    Settings settings =
        good(
            "sources: { a: { provider: shopify, secrets: [\"${env:SHORT}\"], allow_short: true }"
                + " }");

    assertThat(source(settings, "a").allowShort()).isTrue();
  }

  @Test
  void whatNobodySignsAndWhatNeedsAValueHasToBeAskedFor() {
    assertThat(
            mistakes(
                    """
                    sources:
                      a: { provider: strava }
                      b: { provider: strava, unverified: true }
                      c: { provider: strava, unverified: true, secrets: ["${env:SECRET}"] }
                      d: { provider: stripe, unverified: true, secrets: ["${env:SECRET}"] }
                      e: { provider: trello, secrets: ["${env:SECRET}"] }
                      f: { provider: trello, secrets: ["${env:SECRET}"], values: { callback_url: x } }
                      g: { provider: stripe, secrets: ["${env:SECRET}"], values: { key: x } }
                    """)
                .lines())
        .satisfiesExactly(
            a -> assertThat(a).contains("sources.a.unverified: is missing; nothing proves"),
            c -> assertThat(c).contains("sources.c.secrets: nothing is signed here"),
            c -> assertThat(c).contains("sources.c.secrets[0]"),
            d -> assertThat(d).contains("sources.d.unverified: this source is verified"),
            e -> assertThat(e).contains("sources.e.values.callback_url: is missing"),
            g -> assertThat(g).contains("sources.g.values.key: the provider's rule asks for no"));
  }

  @Test
  void whatTheFileSaysOfSourcesIsChecked() {
    assertThat(
            mistakes(
                    """
                    sources:
                      Shop: { provider: shopify, secrets: ["${env:SECRET}"] }
                      a: { provider: shopfy, secrets: ["${env:SECRET}"] }
                      b: { provider: custom, secrets: ["${env:SECRET}"] }
                      c: { provider: stripe, signature: { scheme: hmac }, secrets: ["${env:SECRET}"] }
                      d: { provider: custom, secrets: ["${env:SECRET}"], signature: { scheme: nada, header: X },
                           event: { id: "body:/id" } }
                      e: { provider: shopify, secrets: ["${env:SECRET}"], secret: x, reject_status: 200 }
                    """)
                .lines()
                .map(line -> line.replaceFirst("one of custom.*, found", "one of …, found")))
        .containsExactly(
            "c.yaml:2:9: sources.Shop: expected a name of lower-case letters, digits, - and _, at"
                + " most 63 characters as the key",
            "c.yaml:3:18: sources.a.provider: expected one of …, found 'shopfy'; did you mean"
                + " 'shopify'?",
            "c.yaml:4:6: sources.b.signature: is missing; provider: custom needs this block",
            "c.yaml:4:6: sources.b.event: is missing; provider: custom needs this block",
            "c.yaml:5:37: sources.c.signature: comes from the preset; expected this block for"
                + " provider: custom",
            "c.yaml:6:75: sources.d.signature.scheme: expected one of hmac, digest, token,"
                + " encrypted-digest, basic, none, ed25519, ecdsa, rsa, rsa-pss, jwt,"
                + " http-signature, found 'nada'",
            "c.yaml:7:21: sources.d.event.id: a path is header:Name, json:/pointer, form:field,"
                + " xml:/path, query:name, or digest",
            "c.yaml:8:55: sources.e.secret: unknown key; did you mean 'secrets'?",
            "c.yaml:8:81: sources.e.reject_status: expected a whole number from 400 to 499, found a"
                + " number 200");
  }

  @Test
  void whatTheFileSaysOfMachinesIsChecked() {
    assertThat(
            mistakes(
                    SMALL
                        + """
                        machines:
                          a: { source: shpo, entity: "json:/id", initial: new,
                               transitions: [{ on: x, from: new, to: paid }] }
                          b: { source: shop, entity: "/id", initial: new, order: { by: sequence },
                               transitions: [{ on: x, from: [new], to: paid, when: "body.total <" }] }
                          c: { source: shop, entity: "json:/id", initial: new, illegal: explode,
                               transitions: [{ on: x, from: [nwe], to: paid }] }
                          d: { source: shop, entity: "json:/id", initial: new, states: [new],
                               transitions: [{ on: x, from: [new], to: paid }] }
                        """)
                .lines()
                .map(line -> line.replaceFirst("(when: ).*", "$1…")))
        .anyMatch(
            line ->
                line.startsWith(
                    "c.yaml:4:16: machines.a.source: expected one of shop, found 'shpo'; did you"
                        + " mean 'shop'?"))
        .anyMatch(line -> line.startsWith("c.yaml:6:30: machines.b.entity: a path is header:Name"))
        .anyMatch(
            line ->
                line.startsWith(
                    "c.yaml:6:64: machines.b.order.by: nothing says where the sequence stands"))
        .anyMatch(
            line ->
                line.startsWith(
                    "c.yaml:8:65: machines.c.illegal: expected one of dead_letter, ignore, defer"))
        .anyMatch(line -> line.startsWith("c.yaml:11:48: machines.d.transitions[0].to: "));
  }

  @Test
  void conditionsThatDoNotCompileAreMistakesAtTheirPlace() {
    String mistakes =
        mistakes(
            SMALL
                + """
                machines:
                  b: { source: shop, entity: "json:/id", initial: new,
                       transitions: [{ on: x, from: [new], to: paid, when: "body.total <" }] }
                destinations:
                  out: { url: "https://example.com" }
                routes:
                  - { to: out, when: "stat.to == 'paid'" }
                """);

    assertThat(mistakes.lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("c.yaml:5:60: machines.b.transitions[0].when: "))
        .anyMatch(line -> line.startsWith("c.yaml:9:22: routes[0].when: "));
  }

  @Test
  void twoMachinesOfASourceMayNotWantTheSameType() {
    assertThat(
            mistakes(
                SMALL
                    + """
                    machines:
                      a: { source: shop, entity: "json:/id", initial: new, transitions: [{ on: "order.*", from: new, to: old }] }
                      b: { source: shop, entity: "json:/id", initial: new, transitions: [{ on: order.paid, from: new, to: old }] }
                    """))
        .isEqualTo("c.yaml:5:6: machines.b: reads the source of a, and both want order.*");
  }

  @Test
  void whatTheFileSaysOfDestinationsAndRoutesIsChecked() {
    assertThat(
            mistakes(
                SMALL
                    + """
                    destinations:
                      a: { url: "http://example.com" }
                      b: { url: "https://127.0.0.1/x" }
                      c: { url: "https://user:hunter2@example.com" }
                      d: { url: "https://example.com", lines: "-" }
                      e: { url: "https://example.com", signing_secret: "${env:SHORT}", headers: { Host: x } }
                      f: { url: "https://example.com", retry: { base: 2h, cap: 1h } }
                      g: { url: "https://example.com", retry: { max_attempts: 0 }, circuit: { failure_ratio: 0 } }
                      h: { url: "https://example.com", retry: { results: { 4x4: dead, 404: retry, tls: forbid } } }
                    routes:
                      - { source: shpo, to: [aa] }
                      - { to: [] }
                      - { to: a, verdicts: [refused], ordered: maybe }
                    """))
        .isEqualTo(
            """
            c.yaml:4:13: destinations.a.url: url is https; allow_http: true lets a destination go without encryption
            c.yaml:5:13: destinations.b.url: url does not lead inside; allow_private: true lets this destination
            c.yaml:6:13: destinations.c.url: url holds no user or password; use headers for credentials
            c.yaml:7:6: destinations.d: expected one of url, lines, postgres, kafka, handler
            c.yaml:8:52: destinations.e.signing_secret: a secret is at least 16 characters
            c.yaml:8:85: destinations.e.headers.Host: the header host is set by Gatehouse itself
            c.yaml:9:43: destinations.f.retry: cap is not below base
            c.yaml:10:59: destinations.g.retry.max_attempts: expected a whole number from 1 to 1000000, found a number 0
            c.yaml:10:73: destinations.g.circuit: failure_ratio is above 0 and at most 1
            c.yaml:11:61: destinations.h.retry.results.4x4: expected a status from 100 to 599, a class such as 5xx, or one of timeout, connect, tls, name, broken, write as the key
            c.yaml:11:84: destinations.h.retry.results.tls: expected one of delivered, retry, dead, pause, stop, found 'forbid'
            c.yaml:13:15: routes[0].source: expected one of shop, found 'shpo'; did you mean 'shop'?
            c.yaml:13:26: routes[0].to[0]: expected one of a, b, c, d, e, f, g, h, found 'aa'; did you mean 'a'?
            c.yaml:14:11: routes[1].to: at least one destination is expected
            c.yaml:15:25: routes[2].verdicts[0]: expected one of applied, ignored, stale, rejected, found 'refused'
            c.yaml:15:44: routes[2].ordered: expected true or false, found 'maybe'\
            """);
  }

  @Test
  void theRestOfTheFileIsCheckedToo() {
    assertThat(
            mistakes(
                SMALL
                    + """
                    server: { port: 8081, max_body: 1Mb }
                    admin: { host: 0.0.0.0, port: 8081 }
                    database: { url: "mysql://u:hunter2@x" }
                    journal: { writers: 0 }
                    lanes: { heartbeat: 10s, expiry: 10s }
                    dead_letters: { owners: [{ source: shop }, { owner: a, code: POISONED, destination: b }] }
                    sorces: {}
                    """))
        .isEqualTo(
            """
            c.yaml:3:33: server.max_body: expected a size such as 64KiB or 1MiB, found '1Mb'
            c.yaml:5:18: database.url: expected jdbc:postgresql://… or postgresql://…
            c.yaml:6:21: journal.writers: expected a whole number from 1 to 64, found a number 0
            c.yaml:7:8: lanes: a lease expires after two heartbeats at the earliest
            c.yaml:8:26: dead_letters.owners[0].owner: is missing; expected who looks after what matches
            c.yaml:8:62: dead_letters.owners[1].code: expected one of %s, found 'POISONED'; did you mean 'POISON'?
            c.yaml:8:85: dead_letters.owners[1].destination: there is no destination in this file
            c.yaml:9:1: sorces: unknown key; did you mean 'sources'?\
            """
                .formatted(
                    java.util.Arrays.stream(dev.gatehouse.event.ErrorCode.values())
                        .map(Enum::name)
                        .collect(Collectors.joining(", "))));
  }

  @Test
  void onePortCannotBeTwo() {
    assertThat(mistakes(SMALL + "server: { port: 8081 }"))
        .isEqualTo("c.yaml:1:1: admin.port: is the public port as well; expected another one");
  }

  @Test
  void aPresetOfOnesOwnTakesTheOthersPlaceOnlyWhenItSaysSo() throws Exception {
    Path presets = Files.createDirectories(folder.resolve("providers"));
    String own = Files.readString(Path.of("config/providers/shopify.yaml"));
    Files.writeString(presets.resolve("shopify.yaml"), own);
    assertThat(mistakes(SMALL)).as("a copy of ours").isEmpty();

    Files.writeString(presets.resolve("shopify.yaml"), own + "reject_status: 401\n");
    assertThat(mistakes(SMALL))
        .endsWith("id: a preset of this name came with Gatehouse; replaces: true takes its place");

    Files.writeString(
        presets.resolve("shopify.yaml"), own + "reject_status: 401\nreplaces: true\n");
    assertThat(source(good(SMALL), "shop").refusal().status()).isEqualTo(401);
  }

  @Test
  void whatIsAllowedAndWorthAThoughtIsAWarning() {
    Settings settings =
        good(
            SMALL.replace(
                    "\"${env:SECRET}\"",
                    "{ value: \"${env:SECRET}\", expires_at: 2030-01-01T00:00:00Z }")
                + "admin: { host: 0.0.0.0 }\n"
                + "destinations: { out: { url: \"https://example.com\" } }\n");

    assertThat(settings.warnings())
        .containsExactly(
            "the admin port listens on 0.0.0.0, which is more than this machine",
            "source shop: every secret has an end",
            "destination out: no route leads there");
  }

  @Test
  void noMistakeEverHoldsAValueFromAReference() {
    environment.replaceAll((name, value) -> "s3cr3t!" + value);
    Random random = new Random(7);
    List<String> lines = CONTRACT.lines().toList();
    for (int i = 0; i < 200; i++) {
      String broken =
          lines.stream()
              .map(
                  line ->
                      random.nextInt(6) > 0
                          ? line
                          : line.replaceAll(
                              "(?<=[ \\[{])[A-Za-z0-9/\"{}=.*'<>:-]+(?=[,} \\]]|$)",
                              "\"\\${env:SECRET}\""))
              .collect(Collectors.joining("\n"));
      assertThat(mistakes(broken)).as(broken).doesNotContain("s3cr3t");
    }
  }

  @Test
  void noFileMakesTheReaderThrow() throws Exception {
    Files.writeString(folder.resolve("stripe_old"), "whsec_stripe-previous-secret\n");
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String[] pieces = {
      "[",
      "]",
      "{",
      "}",
      "~",
      "\"x\"",
      "7",
      "-1",
      "true",
      "*",
      "&a",
      "*a",
      ": ",
      "- ",
      "\n",
      "  ",
      "#",
      "|",
      "json:/",
      "${env:SECRET}",
      "order.*",
      "new",
      "10s",
      "1MiB",
      "''",
      "\t",
      "é",
      "\u0007"
    };
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder(CONTRACT);
      for (int n = 1 + random.nextInt(4); n > 0; n--) {
        int at = random.nextInt(text.length());
        int end = Math.min(text.length(), at + random.nextInt(12));
        text.replace(at, end, pieces[random.nextInt(pieces.length)]);
      }
      assertThat(read(text.toString())).as("seed %d\n%s", seed, text).isNotNull();
    }
  }
}
