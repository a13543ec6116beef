package dev.gatehouse.operate.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.operate.cli.AdminCommands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The admin commands against a real admin port; here because making tokens is this room's. */
class AdminCommandsTest {
  private static AdminPort port;

  @TempDir Path folder;

  @Command(name = "gatehouse")
  private static final class Root {}

  private record Run(int exit, String out, String err) {}

  @BeforeAll
  static void open() {
    port = new AdminPort();
  }

  @AfterAll
  static void close() {
    port.close();
  }

  @BeforeEach
  void empty() {
    port.empty();
  }

  @Test
  void eventsAreListedAndShownForPeopleAndForScripts() throws IOException {
    UUID id = port.rows.applied(port.rows.event("erp", "order", "10/01", "{\"a\":1}"));
    port.rows.attempt(port.rows.delivery(id, "billing"), 0, 1, "delivered", true);
    Path body = folder.resolve("body");

    assertThat(run("events", "--source", "erp").out()).contains(id.toString(), "delivered");
    assertThat(run("events", "list", "--key", "10/01").out()).contains(id.toString());
    assertThat(run("events", "--json", "--status", "delivered").out())
        .contains("\"status\" : \"delivered\"");
    assertThat(run("events", "show", id.toString()).out()).contains("billing", "body_sha256");
    assertThat(run("events", "timeline", id.toString()).out()).contains("received", "attempt");
    assertThat(run("entities", "show", "order", "10/01").out()).contains("applied", "paid");
    assertThat(run("events", "body", id.toString(), "--out", body.toString()).exit()).isZero();
    assertThat(Files.readString(body)).isEqualTo("{\"a\":1}");
  }

  @Test
  void aRouteIsTriedOnTheLastEvents() throws IOException {
    UUID id = port.rows.applied(port.rows.event("erp", "order", "1", "{\"a\":1}"));

    Run tried = run("route", "test", "--source", "erp", "--when", "body.a == 1");

    assertThat(tried.exit()).as(tried.err()).isZero();
    assertThat(tried.out()).contains(id.toString(), "true");
    assertThat(run("route", "test", "--route", "9").exit()).isNotZero();
  }

  @Test
  void deadLettersAreRerunByNameAndTheAnswerNoIsOne() throws IOException {
    UUID letter = port.rows.deadLetter(port.rows.event("erp"), null, "new");
    UUID other = port.rows.deadLetter(port.rows.event("erp"), null, "new");

    assertThat(run("dead-letters", "list").out()).contains(letter.toString());
    assertThat(run("dead-letters", "groups").out()).contains("v1-0001");
    assertThat(run("dead-letters", "rerun").exit()).isEqualTo(2);
    Run both = run("dead-letters", "rerun", letter.toString(), other.toString(), "--note", "n");
    assertThat(both.exit()).as(both.err()).isZero();
    assertThat(both.out()).contains("is replayed");
    assertThat(port.reruns).hasValue(2);
    Run again = run("dead-letters", "rerun", letter.toString());
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains("given back already");
    assertThat(run("dead-letters", "show", letter.toString()).out()).contains("status", "replayed");
    UUID third = port.rows.deadLetter(port.rows.event("erp"), null, "new");
    assertThat(run("dead-letters", "set", third.toString(), "--owner", "ann").exit()).isZero();
    assertThat(run("dead-letters", "close", third.toString()).exit()).isZero();
    assertThat(run("dead-letters").out()).contains("none");
  }

  @Test
  void destinationsSourcesTokensAndTheRestAnswer() throws IOException {
    port.rows.rejection("erp");
    Path secret = folder.resolve("secret");
    Files.writeString(secret, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD\n");

    assertThat(run("destinations").out()).contains("billing", "closed");
    assertThat(run("destinations", "pause", "billing", "--reason", "house").exit()).isZero();
    assertThat(run("destinations", "resume", "billing").exit()).isZero();
    assertThat(run("destinations", "attempts", "billing").exit()).isZero();
    assertThat(run("destinations", "circuit", "billing").exit()).isZero();
    assertThat(run("sources").out()).contains("erp", "shop");
    assertThat(run("sources", "rejections", "erp").out()).contains("MISMATCH");
    Run rotated = run("sources", "rotate", "erp", "--secret-file", secret.toString());
    assertThat(rotated.exit()).as(rotated.err()).isZero();
    assertThat(run("sources", "secrets", "erp").out()).contains("previous").doesNotContain("whsec");
    Run made = run("tokens", "create", "ci", "--role", "viewer,operator", "--source", "erp");
    assertThat(made.out()).startsWith("ght_");
    assertThat(run("tokens").out()).contains("ci").doesNotContain(made.out().strip());
    assertThat(run("audit").out()).contains("create_token", "rotate_secret");
    assertThat(run("alerts").out()).contains("none");
    assertThat(run("stats").out()).contains("received");
  }

  @Test
  void doctorSaysNoWhenTheBooksHaveAHole() throws IOException {
    UUID lost = port.rows.verdict(port.rows.event("erp"), 0, "rejected", "POISON");
    port.db.execute("update lane set owner = 'n1', lease_until = now() + interval '1 hour'");

    Run run = run("doctor");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).contains("accounting", "fail", lost.toString());
    port.rows.deadLetter(lost, null, "new");
    Run well = run("doctor");
    assertThat(well.exit()).as(well.out()).isZero();
  }

  @Test
  void wrongUsageIsTwoAndAGatewayThatIsAwayIsThree() throws IOException {
    assertThat(run("events", "--limit", "0").exit()).isEqualTo(2);
    assertThat(run("events", "--colour").exit()).isEqualTo(2);
    assertThat(run("entities").exit()).isEqualTo(2);
    assertThat(run("events", "show", "nonsense").exit()).isEqualTo(1);
    assertThat(runWith("http://127.0.0.1:1", token(Role.VIEWER), "events").exit()).isEqualTo(3);
    assertThat(runWith(url(), file("wrong"), "events").exit()).isEqualTo(2);
    assertThat(runWith(url(), token(Role.VIEWER), "tokens").exit()).isEqualTo(2);
    assertThat(runWith("not a url", token(Role.VIEWER), "events").exit()).isEqualTo(2);
  }

  private Run run(String... arguments) throws IOException {
    return runWith(url(), token(Role.ADMIN), arguments);
  }

  private static String url() {
    return "http://127.0.0.1:" + port.server.port();
  }

  private Path token(Role role) throws IOException {
    return file(port.token(role));
  }

  private Path file(String token) throws IOException {
    return Files.writeString(folder.resolve("token"), token + "\n");
  }

  private static Run runWith(String url, Path token, String... arguments) {
    CommandLine root = new CommandLine(new Root());
    AdminCommands.all().forEach(root::addSubcommand);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    root.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--url", url, "--token-file", token.toString()));
    int exit = root.execute(all.toArray(String[]::new));
    return new Run(exit, out.toString(), err.toString());
  }
}
