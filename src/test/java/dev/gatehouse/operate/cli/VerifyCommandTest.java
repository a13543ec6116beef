package dev.gatehouse.operate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VerifyCommandTest {
  private static final String GITHUB =
      "POST /in/github HTTP/1.1\r\n"
          + "Host: hooks.example.test\r\n"
          + "Content-Length: 13\r\n"
          + "X-Hub-Signature-256:"
          + " sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17\r\n\r\n"
          + "Hello, World!";
  private static final String SECRET = "It's a Secret to Everybody";

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(
            new VerifyCommand(InstantSource.fixed(Instant.parse("2025-12-01T12:00:00Z"))))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private String file(String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1)).toString();
  }

  @Test
  void aGoodRequestIsVerifiedAndItsSecretNamed() throws IOException {
    String file = file("a.http", GITHUB);
    assertThat(run("--provider", "github", "--secret", "other", "--secret", SECRET, file)).isZero();
    assertThat(out.toString().strip()).isEqualTo("a.http: verified with secret 2");
    assertThat(run("--provider", "github", "--secret", "other", "--secret2", SECRET, file))
        .isZero();
  }

  @Test
  void lineEndsOfHeadersAndAnEditorsLastLineEndDoNoHarm() throws IOException {
    String file = file("a.http", GITHUB.replace("\r\n", "\n") + "\n");
    assertThat(run("--provider", "github", "--secret", SECRET, file)).isZero();
  }

  @Test
  void aRefusalNamesTheProbableCauseAndNoSecret() throws IOException {
    String good = file("good.http", GITHUB);
    String bad = file("bad.http", GITHUB.replace("Content-Length: 13\r\n", "") + "\r\n");
    assertThat(run("--provider", "github", "--secret", SECRET, good, bad)).isEqualTo(1);
    assertThat(out.toString())
        .contains("good.http: verified")
        .contains("bad.http: refused, MISMATCH")
        .contains("Line ends")
        .doesNotContain(SECRET);
  }

  @Test
  void theClockCanBeSet() throws IOException {
    String slack =
        "POST / HTTP/1.1\r\nX-Slack-Request-Timestamp: 1531420618\r\n"
            + "X-Slack-Signature:"
            + " v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503\r\n\r\n"
            + "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow"
            + "&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner"
            + "&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com"
            + "%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
            + "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    String file = file("slack.http", slack);
    String secret = "8f742231b10e8888abcd99yyyzzz85a5";
    assertThat(run("--provider", "slack", "--secret", secret, file)).isEqualTo(1);
    assertThat(out.toString()).contains("STALE").contains("too long ago");
    assertThat(run("--provider", "slack", "--secret", secret, "--at", "2018-07-12T18:37:00Z", file))
        .isZero();
  }

  @Test
  void wrongUsageIsTwo() throws IOException {
    String good = file("good.http", GITHUB);
    assertThat(run("--secret", SECRET, good)).isEqualTo(2);
    assertThat(run("--provider", "github", good)).isEqualTo(2);
    assertThat(run("--provider", "nobody", "--secret", SECRET, good)).isEqualTo(2);
    assertThat(run("--provider", "github", "--secret", SECRET, "absent.http")).isEqualTo(2);
    assertThat(run("--provider", "github", "--secret", SECRET, "--at", "noon", good)).isEqualTo(2);
    assertThat(run("--provider", "github", "--secret", SECRET, file("x", "nonsense"))).isEqualTo(2);
    assertThat(run("--cases", file("y", "nonsense"))).isEqualTo(2);
    assertThat(run("--provider", "github", "--secret", SECRET)).isEqualTo(2);
    assertThat(err.toString()).contains("there is no preset of that name; there are ");
  }

  @Test
  void recordedCasesAreJudgedLineByLine() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--cases"));
    arguments.addAll(
        Arrays.asList(
            "src/test/resources/vectors/github.json", "src/test/resources/vectors/stripe.json"));
    assertThat(run(arguments.toArray(String[]::new))).isZero();
    assertThat(out.toString().lines().filter(line -> line.startsWith("ok "))).hasSize(33);
    assertThat(out.toString()).contains("differs      edge  stripe.json/future_timestamp");

    String text = Files.readString(Path.of("src/test/resources/vectors/github.json"));
    assertThat(run("--cases", file("wrong.json", text.replaceFirst("\"accept\"", "\"reject\""))))
        .isEqualTo(1);
    assertThat(out.toString()).contains("DIFFERS      core  wrong.json/docs_hello_world");
    String unknown =
        text.replace("\"provider\":", "\"x\":")
            .replaceFirst("\\{", "{\"provider\":\"nobody\",")
            .replace("\"catalogue_ids\"", "\"y\"");
    assertThat(run("--cases", file("unknown.json", unknown))).isEqualTo(1);
    assertThat(out.toString()).contains("unsupported  core  unknown.json/docs_hello_world");
  }
}
