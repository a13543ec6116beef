package dev.gatehouse.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.process.machine.Sample;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static boolean test(String condition, String body) {
    return Condition.compile(condition)
        .test(Sample.facts(Sample.of("order.paid").withBody(body).event()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "body.total < 1000                              | true",
        "body.decimal < 1000                            | true",
        "body.decimal > 12                              | true",
        "body.total == 12.0                             | true",
        "body.total in [12]                             | true",
        "body.huge > 1000                               | true",
        "body.huge < 1000                               | false",
        "body.tiny < 0                                  | true",
        "body.endless > 1e300                           | true",
        "body.exact == 9007199254740993                 | true",
        "body.exact == 9007199254740992                 | false",
        "body.nothing == null                           | true",
        "has(body.nothing)                              | true",
        "has(body.other)                                | false",
        "has(body.other) && body.other.deep == 1        | false",
        "body.lines[1].sku == 'b'                       | true",
        "body.lines.exists(l, l.sku == 'b')             | true",
        "size(body.lines) == 2                          | true",
        "'total' in body                                | true",
        "body.name.matches('^A.*é$')                    | true",
        "body.yes == true                               | true",
      })
  void readsTheBody(String condition, boolean expected) {
    String body =
        """
        {"total": 12, "decimal": 12.5, "huge": 123456789012345678901234567890, "tiny": -1e400,
         "endless": 1e999999999, "exact": 9007199254740993, "nothing": null, "yes": true,
         "lines": [{"sku": "a"}, {"sku": "b"}], "name": "André"}
        """;
    assertThat(test(condition, body)).isEqualTo(expected);
  }

  @Test
  void knowsTheEventItsHeadersAndTheMove() {
    InboundEvent event =
        Sample.of("order.paid", 7)
            .at(Sample.NOON)
            .withHeaders("X-Shop", "north", "x-shop", "south")
            .event();
    Facts facts = Sample.facts(event).moving("new", "paid");
    for (String condition :
        List.of(
            "event.id == '" + event.id() + "'",
            "event.source == 'erp' && event.type == 'order.paid'",
            "event.event_id.startsWith('evt_') && event.version == 'v1'",
            "event.machine == 'order' && event.key == '1001'",
            "event.sequence == 7 && event.sequence < 7.5",
            "event.occurred_at <= event.received_at",
            "event.occurred_at == timestamp('2026-03-01T12:00:00Z')",
            "headers['x-shop'] == 'north' && !('x-other' in headers)",
            "state.from == 'new' && state.to == 'paid'")) {
      assertThat(Condition.compile(condition).test(facts)).as(condition).isTrue();
    }
  }

  @Test
  void whatAnEventDoesNotHaveIsNull() {
    InboundEvent event = Sample.of(null).withKey(null).event();
    for (String condition :
        List.of(
            "event.type == null",
            "event.sequence == null",
            "event.occurred_at == null",
            "event.key == null",
            "state.from == null && state.to != 'paid'")) {
      assertThat(Condition.compile(condition).test(Sample.facts(event))).as(condition).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                       | blank",
        "body.total <           | column 13",
        "event.typo == 'x'      | undeclared reference",
        "evnt.type == 'x'       | undeclared reference to 'evnt'",
        "event.sequence == 'x'  | no matching overload",
        "event.source           | true or false, but is string",
        "body.paid              | body.paid == true",
        "1                      | true or false, but is int",
        "exec('rm')             | undeclared reference",
        "event.source.matches(1)| no matching overload",
      })
  void saysWhatIsWrongWithAnExpression(String condition, String says) {
    assertThatThrownBy(() -> Condition.compile(condition == null ? " " : condition))
        .isInstanceOf(ConditionMistake.class)
        .hasMessageContaining(says);
  }

  @Test
  void countsColumnsAndLinesOfAMistake() {
    assertThatThrownBy(() -> Condition.compile("true &&\n  nope"))
        .hasMessageContaining("line 2, column 3");
  }

  @Test
  void refusesWhatIsTooLargeOrTooDeep() {
    assertThatThrownBy(() -> Condition.compile("true || ".repeat(2000) + "true"))
        .isInstanceOf(ConditionMistake.class);
    assertThatThrownBy(() -> Condition.compile("(".repeat(200) + "true" + ")".repeat(200)))
        .isInstanceOf(ConditionMistake.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "body.other == 1                          | not there, at character",
        "body.s < 3                               | do not go together",
        "body.s + 1 == 2                          | do not go together",
        "int(body.s) == 2                         | does not have the form",
        "timestamp(body.s) == event.received_at   | does not have the form",
        "body.l[7] == 1                           | shorter",
        "1 / body.zero == 1                       | division by zero",
        "body.max + 1 > 0                         | 64 bits",
        "body.s ? true : false                    | does not belong",
        "body[body.s] == 1                        | not there",
        "body.s.matches(body.bad)                 | does not belong",
        "event.sequence < 5                       | do not go together",
        "headers['x-no'] == 'a'                   | not there",
        "body.twice == 1                          | stands twice",
      })
  void anAnswerThatCannotBeGivenIsAFailureWithoutValues(String condition, String says) {
    String body =
        """
        {"s": "top-secret", "l": ["top-secret"], "zero": 0, "max": 9223372036854775807,
         "bad": "(top-secret", "twice": 1, "twice": 1}
        """;
    assertThatThrownBy(() -> test(condition, body))
        .isInstanceOf(ConditionFailed.class)
        .hasMessageContaining(says)
        .hasMessageNotContaining("top-secret")
        .hasNoCause();
  }

  @Test
  void aKeyThatStandsTwiceHurtsOnlyWhoAsksForIt() {
    assertThat(test("body.total == 1", "{\"twice\": 1, \"total\": 1, \"twice\": 2}")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "nope", "{} {}", "[1,", "{\"total\": 01}", "\u0000"})
  void aBodyThatIsNoJsonHurtsOnlyWhoAsksForIt(String body) {
    assertThat(test("event.type == 'order.paid'", body)).isTrue();
    assertThatThrownBy(() -> test("body.total == 1", body)).isInstanceOf(ConditionFailed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1", "\"text\"", "[]", "true"})
  void aBodyOfAnyShapeIsAsked(String body) {
    assertThatThrownBy(() -> test("body.total == 1", body)).isInstanceOf(ConditionFailed.class);
  }

  @Test
  void deepBodiesEndInAFailureNotInAnOverflow() {
    String fits = "{\"x\":" + "[".repeat(900) + "]".repeat(900) + ",\"total\":1}";
    assertThat(test("body.total == 1", fits)).isTrue();
    assertThat(test("body.x == body.x", fits)).isTrue();
    String tooDeep = "{\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + ",\"total\":1}";
    assertThatThrownBy(() -> test("body.total == 1", tooDeep)).isInstanceOf(ConditionFailed.class);
  }

  @Test
  void longNumbersAreReadInNoTime() {
    String digits = "9".repeat(900_000);
    long start = System.nanoTime();
    assertThat(
            test(
                "body.n > 1 && body.e > 1 && body.f < 1",
                "{\"n\":" + digits + ",\"e\":1e" + "9".repeat(1000) + ",\"f\":1e-999999999}"))
        .isTrue();
    assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
  }

  @Test
  void loopsEnd() {
    String body = "{\"l\": [" + "1,".repeat(500) + "1]}";
    assertThatThrownBy(
            () -> test("body.l.all(x, body.l.all(y, body.l.all(z, x + y + z > 0)))", body))
        .isInstanceOf(ConditionFailed.class)
        .hasMessageContaining("too many steps");
  }

  @Test
  void regularExpressionsAreLinear() {
    assertThat(test("body.s.matches('^(a+)+$')", "{\"s\": \"" + "a".repeat(5000) + "!\"}"))
        .isFalse();
  }

  @Test
  void formsAreMapsAndMayHoldJson() {
    InboundEvent event = Sample.of("x").event();
    RawBody form = raw("payload=%7B%22total%22%3A+5%7D&user=a%26b&empty&twice=1&twice=2");
    assertThat(
            Condition.compile("body.user == 'a&b' && body.empty == ''")
                .test(Facts.of(event, Payload.form(form))))
        .isTrue();
    assertThat(
            Condition.compile("body.total == 5")
                .test(Facts.of(event, Payload.formJson(form, "payload"))))
        .isTrue();
    assertThatThrownBy(
            () ->
                Condition.compile("body.total == 5")
                    .test(Facts.of(event, Payload.formJson(form, "other"))))
        .isInstanceOf(ConditionFailed.class);
    assertThatThrownBy(
            () ->
                Condition.compile("body.total == 5")
                    .test(Facts.of(event, Payload.form(raw("a=%zz")))))
        .isInstanceOf(ConditionFailed.class);
  }

  @Test
  void aFieldThatStandsTwiceInAFormIsNotGuessed() {
    assertThatThrownBy(
            () ->
                Condition.compile("body.twice == '1'")
                    .test(Facts.of(Sample.of("x").event(), Payload.form(raw("twice=1&twice=2")))))
        .isInstanceOf(ConditionFailed.class);
  }

  @Test
  void anOpaqueBodyIsNotAsked() {
    assertThatThrownBy(
            () ->
                Condition.compile("body == null")
                    .test(Facts.of(Sample.of("x").event(), Payload.opaque())))
        .hasMessage("bodies of this source are not read");
  }

  private static RawBody raw(String text) {
    return new RawBody(text.getBytes(StandardCharsets.UTF_8));
  }
}
