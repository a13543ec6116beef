package dev.gatehouse.config.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlFileTest {
  private static final Shape SHAPE =
      Shape.of(
          Key.of("port", Kind.whole(1, 65535), "a port").byDefault(8080),
          Key.of("wait", Kind.duration(), "a wait").byDefault(Duration.ofSeconds(10)),
          Key.of("max_body", Kind.size(), "a size"),
          Key.of("name", Kind.text("a name"), "a name").required());

  @TempDir Path folder;
  private final Mistakes mistakes = new Mistakes();

  private Node read(String text) {
    return YamlFile.read("c.yaml", text.getBytes(UTF_8), references(), mistakes);
  }

  private References references() {
    return References.of(Map.of("PORT", "9090", "EMPTY", "", "WORD", "s3cret-word")::get, folder);
  }

  @Test
  void aValueKnowsWhereItStands() {
    Node secret = read("a:\n  list:\n    - one\n    - two\n").at("a").at("list").items().get(1);

    assertThat(secret.position()).hasToString("c.yaml:4:7");
    assertThat(secret.path()).isEqualTo("a.list[1]");
  }

  @Test
  void scalarsAreReadAsTheirKindSays() {
    Node at =
        read(
            "n: 7\n"
                + "t: no\n"
                + "b: true\n"
                + "d: 5m\n"
                + "i: PT1H30M\n"
                + "s: 1MiB\n"
                + "z: 2027-01-31T00:00:00Z\n"
                + "u: https://x.test/a\n"
                + "f: 0.25");

    assertThat(at.at("n").integer(0, 9)).contains(7);
    assertThat(at.at("t").text()).as("no Norway here").contains("no");
    assertThat(at.at("b").flag()).contains(true);
    assertThat(at.at("d").duration()).contains(Duration.ofMinutes(5));
    assertThat(at.at("i").duration()).contains(Duration.ofMinutes(90));
    assertThat(at.at("s").size()).contains(new ByteSize(1 << 20));
    assertThat(at.at("z").instant()).contains(Instant.parse("2027-01-31T00:00:00Z"));
    assertThat(at.at("u").url(Set.of("https"))).isPresent();
    assertThat(at.at("f").number(0, 1)).contains(0.25);
    assertThat(mistakes.all()).isEmpty();
  }

  @Test
  void aSectionTakesDefaultsAndReportsWhatItDoesNotKnow() {
    Section section = read("prot: 1\nmaxBody: 1MiB\nxylophone: 2\n").section(SHAPE);

    assertThat(section.at("port").integer(1, 65535)).contains(8080);
    assertThat(section.at("wait").duration()).contains(Duration.ofSeconds(10));
    assertThat(section.at("max_body").size()).isEmpty();
    assertThat(mistakes.toString())
        .isEqualTo(
            """
            c.yaml:1:1: prot: unknown key; did you mean 'port'?
            c.yaml:1:1: name: is missing; expected a name
            c.yaml:2:1: maxBody: unknown key; did you mean 'max_body'?
            c.yaml:3:1: xylophone: unknown key; expected one of port, wait, max_body, name\
            """);
  }

  @Test
  void allMistakesComeTogetherAndSayWhatWasFound() {
    Node at =
        read(
            "a: [1]\n"
                + "b: '7'\n"
                + "c: 70000\n"
                + "d: soon\n"
                + "e: yes\n"
                + "f: grene\n"
                + "g: ' '\n"
                + "h: true\n"
                + "i: http://u:p@x.test\n");

    at.at("a").text();
    at.at("b").integer(0, 9);
    at.at("c").integer(1, 65535);
    at.at("d").duration();
    at.at("e").flag();
    at.at("f").oneOf(Set.of("green"));
    at.at("g").text();
    at.at("h").text();
    at.at("i").url(Set.of("http", "https"));
    assertThat(mistakes.toString())
        .isEqualTo(
            """
            c.yaml:1:4: a: expected text, found a list
            c.yaml:2:4: b: expected a whole number from 0 to 9, found text in quotes
            c.yaml:3:4: c: expected a whole number from 1 to 65535, found a number 70000
            c.yaml:4:4: d: expected a duration such as 10s, 5m, 72h or PT1H30M, found 'soon'
            c.yaml:5:4: e: expected true or false, found 'yes'
            c.yaml:6:4: f: expected one of green, found 'grene'; did you mean 'green'?
            c.yaml:7:4: g: expected text, found a blank
            c.yaml:8:4: h: expected text, found a boolean; put it in quotes if it is meant
            c.yaml:9:4: i: expected an absolute URL with http or https, found 'http://u:p@x.test'\
            """);
  }

  @Test
  void referencesAreFollowedInsideScalars() throws Exception {
    Files.writeString(folder.resolve("key"), "from a file\r\n");

    Node at =
        read(
            "p: ${env:PORT}\nq: \"${env:NONE:-8081}\"\nf: ${file:key}\nm: a-${env:WORD}-b\n"
                + "e: \"${env:EMPTY:-}\"\nl: $${env:PORT}\n");

    assertThat(at.at("p").integer(1, 65535)).contains(9090);
    assertThat(at.at("q").integer(1, 65535)).contains(8081);
    assertThat(at.at("f").secret()).contains("from a file");
    assertThat(at.at("m").text()).contains("a-s3cret-word-b");
    assertThat(at.at("e").textOrBlank()).isEmpty();
    assertThat(at.at("l").text()).contains("${env:PORT}");
    assertThat(at.at("m").raw()).contains("a-${env:WORD}-b");
    assertThat(mistakes.all()).isEmpty();
  }

  @Test
  void aReferenceThatLeadsNowhereIsNamedAndItsValueIsNeverShown() throws Exception {
    Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff});
    Node at =
        read(
            "a: ${env:NONE}\nb: ${file:none}\nc: ${file:binary}\nd: ${vault:x}\ne: ${env:PORT\n"
                + "f: ${file:.}\ng: ${env:WORD}\nh: ${env:EMPTY}\n");

    at.entries().values().forEach(Node::text);
    at.at("g").integer(0, 5);
    at.at("g").oneOf(Set.of("s3cret-word2"));
    assertThat(mistakes.toString())
        .isEqualTo(
            """
            c.yaml:1:4: a: the environment variable NONE is not set
            c.yaml:2:4: b: the file none does not exist
            c.yaml:3:4: c: the file binary is not UTF-8
            c.yaml:4:4: d: an unknown reference; expected ${env:NAME}, ${env:NAME:-default} or ${file:PATH}, and $${ for a literal ${
            c.yaml:5:4: e: a reference ${… without its closing brace; write $${ for a literal ${
            c.yaml:6:4: f: the file . is a folder
            c.yaml:7:4: g: expected a whole number from 0 to 5, found something else in what the reference gives
            c.yaml:7:4: g: expected one of s3cret-word2, found something else in what the reference gives
            c.yaml:8:4: h: expected text, found a blank\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a: 1\\nb: 2\\na: 3       | c.yaml:3:1: a: the key stands here a second time; first at line 1
          a: 1\\n---\\nb: 2        | c.yaml:2:1: a second document; the file may hold one
          a: &x [*x]              | c.yaml:1:8: a[0]: the alias *x refers to nothing before it, or to itself
          a: *x                   | c.yaml:1:4: a: the alias *x refers to nothing before it, or to itself
          ? [a]\\n: 1             | c.yaml:1:3: a key has to be plain text
          a: !!java/x 1           | c.yaml:1:4: a: the tag 'tag:yaml.org,2002:java/x' means nothing here
          """)
  void whatYamlAllowsAndWeDoNotIsAMistake(String yaml, String mistake) {
    read(yaml.replace("\\n", "\n"));

    assertThat(mistakes.toString()).isEqualTo(mistake);
  }

  @Test
  void whatIsNoYamlIsOneMistakeWithALine() {
    read("a: 1\nb: [1,\nc: {");
    read("a:\n\tb: 1\n");
    read("a: \u0001\n");

    assertThat(mistakes.all()).hasSize(3);
    assertThat(mistakes.toString())
        .contains("a tab where only spaces may indent")
        .doesNotContain("Exception");
  }

  @Test
  void aFileThatIsNotUtf8IsAMistakeAtItsLine() {
    YamlFile.read("c.yaml", new byte[] {'a', '\n', (byte) 0xc3, '('}, references(), mistakes);

    assertThat(mistakes.toString()).isEqualTo("c.yaml:2:1: the file is not UTF-8");
  }

  @Test
  void aFileOfABillionLaughsStopsEarly() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }

    read(bomb.toString());

    assertThat(mistakes.toString()).contains("values, aliases counted");
  }

  @Test
  void aFileThatIsTooDeepOrTooLargeIsAMistake() {
    read("[".repeat(5000));
    read("- ".repeat(5000) + "x");
    YamlFile.read("c.yaml", new byte[2 * 1024 * 1024], references(), mistakes);

    assertThat(mistakes.toString())
        .contains("nested deeper than 32 levels")
        .contains("larger than 1MiB");
  }

  @Test
  void nothingAFileCanHoldThrows() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String[] pieces = {
      "a",
      ": ",
      "- ",
      "\n",
      "  ",
      "[",
      "]",
      "{",
      "}",
      ",",
      "\"",
      "'",
      "&x ",
      "*x",
      "|",
      ">",
      "!!",
      "!",
      "#",
      "?",
      "\t",
      "${env:PORT}",
      "${",
      "}",
      "---",
      "...",
      "%",
      "@",
      "`",
      "\u0000",
      "é",
      "\uD83D",
      "1",
      "true",
      "~",
      "<<",
      "\\",
      "\r"
    };
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(40); n > 0; n--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      Node root =
          YamlFile.read("c.yaml", text.toString().getBytes(UTF_8), references(), new Mistakes());
      assertThat(root).as("seed %d, text %s", seed, text).isNotNull();
      root.section(SHAPE).at("port").integer(1, 2);
    }
  }
}
