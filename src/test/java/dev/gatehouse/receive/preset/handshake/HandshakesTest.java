package dev.gatehouse.receive.preset.handshake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.HandshakeBlock;
import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.config.yaml.References;
import dev.gatehouse.config.yaml.YamlFile;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.HostPattern;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignedRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandshakesTest {
  private static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
  private static final String URL = "https://hooks.example.test/in/s";

  private static Handshakes of(String preset) {
    return of(preset, Map.of());
  }

  private static Handshakes of(String preset, Map<String, String> values) {
    return PresetCatalogue.bundled()
        .preset(preset)
        .orElseThrow()
        .handshakes()
        .forSource(values, false);
  }

  private static SignedRequest post(String body, String... headers) {
    return new SignedRequest("POST", URL, Headers.of(headers), new RawBody(body.getBytes(UTF_8)));
  }

  private static SignedRequest get(String query, String... headers) {
    return new SignedRequest(
        "GET", URL + "?" + query, Headers.of(headers), new RawBody(new byte[0]));
  }

  private static Holder holder(String... secrets) {
    return new Holder(
        List.of(secrets).stream().map(each -> LiveSecret.of("current", each)).toList(),
        null,
        secrets.length == 0,
        NOW);
  }

  private static String text(HandshakeOutcome outcome) {
    return outcome instanceof HandshakeOutcome.Answered answered
        ? answered.reply().body()
        : outcome.toString();
  }

  @Test
  void aSignedChallengeIsEchoedAsPlainText() {
    var outcome =
        of("slack")
            .signed(
                post("{\"token\":\"x\",\"challenge\":\"3eZb\",\"type\":\"url_verification\"}"),
                holder("s"));

    assertThat(outcome)
        .isEqualTo(
            new HandshakeOutcome.Answered(
                new HandshakeReply(200, "text/plain; charset=utf-8", "3eZb", Headers.NONE)));
  }

  @Test
  void anythingElseThatIsSignedIsAnOrdinaryEvent() {
    for (String text :
        List.of(
            "",
            "{}",
            "[]",
            "{\"type\":\"event_callback\",\"challenge\":\"x\"}",
            "{\"type\":\"url_verification\"}",
            "{\"type\":\"url_verification\",\"challenge\":{}}",
            "{\"type\":\"url_verification\",\"challenge\":\"\"}",
            "{\"type\":\"url_verification\",\"challenge\":\"a\\u0007\"}",
            "{\"type\":\"url_verification\",\"challenge\":\"a\",\"challenge\":\"b\"}",
            "{\"type\":\"url_verification\",\"challenge\":\"" + "x".repeat(1025) + "\"}",
            "{\"type\":\"url_verification\",\"challenge\":\"x\"} ?")) {
      assertThat(of("slack").signed(post(text), holder("s")))
          .as(text)
          .isEqualTo(new HandshakeOutcome.Other());
    }
  }

  @Test
  void whatNeedsASignatureIsNeverAnsweredWithoutOne() {
    SignedRequest question = post("{\"type\":\"url_verification\",\"challenge\":\"x\"}");

    assertThat(of("slack").mayComeUnsigned("POST", question.headers(), URL)).isFalse();
    assertThat(of("slack").unsigned(question, holder("s"))).isEqualTo(new HandshakeOutcome.Other());
  }

  @Test
  void anAgreedTextThatIsNotConfiguredLetsNobodyIn() {
    SignedRequest question =
        get("hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=meatyhamhock");

    assertThat(of("meta").unsigned(question, holder("s")))
        .isEqualTo(new HandshakeOutcome.Refused(403));
    assertThat(of("meta", Map.of("verify_token", "meatyhamhocks")).unsigned(question, holder("s")))
        .isEqualTo(new HandshakeOutcome.Refused(403));
    assertThat(
            text(of("meta", Map.of("verify_token", "meatyhamhock")).unsigned(question, holder())))
        .isEqualTo("1158201444");
  }

  @Test
  void aParameterThatStandsTwiceIsNoQuestion() {
    SignedRequest question =
        get("hub.mode=subscribe&hub.challenge=1&hub.challenge=2&hub.verify_token=v");

    assertThat(of("meta", Map.of("verify_token", "v")).unsigned(question, holder("s")))
        .isEqualTo(new HandshakeOutcome.Other());
  }

  @Test
  void nothingIsSignedThatCouldBeADelivery() {
    for (String text :
        List.of("%7B%22a%22:1%7D", "a%20b", "%22x%22", "a".repeat(257), "%00", "ä")) {
      assertThat(of("x-twitter").unsigned(get("crc_token=" + text), holder("consumer-secret-1")))
          .as(text)
          .isEqualTo(new HandshakeOutcome.Refused(400));
    }
    for (String hex : List.of("goodbye", "20F9F8ED05F77439FE955C977E4C8A53", "20f9", "PD94bWw")) {
      assertThat(of("braintree").unsigned(get("bt_challenge=" + hex), holder("public|private")))
          .as(hex)
          .isEqualTo(new HandshakeOutcome.Refused(400));
    }
  }

  @Test
  void aDeliveryThatCouldBeASignedChallengeProvesNothing() {
    assertThat(of("x-twitter").mayBeSignedForAnybody(post("9b4507b3-9040"))).isTrue();
    assertThat(of("x-twitter").mayBeSignedForAnybody(post("123"))).isTrue();
    assertThat(of("x-twitter").mayBeSignedForAnybody(post("{\"a\":1}"))).isFalse();
    assertThat(of("x-twitter").mayBeSignedForAnybody(post("1".repeat(257)))).isFalse();
    assertThat(of("braintree").mayBeSignedForAnybody(post("bt_payload=20f9f8ed05f77439fe955c977e")))
        .isTrue();
    assertThat(of("braintree").mayBeSignedForAnybody(post("bt_payload=PD94bWwgdmVyc2lvbg")))
        .isFalse();
    assertThat(of("slack").mayBeSignedForAnybody(post("123"))).isFalse();
  }

  @Test
  void aTextShorterThanAChallengeOrUnreadableIsSuspectToo() {
    // With a time before it, a short text could have been signed as the end of a challenge.
    assertThat(of("braintree").mayBeSignedForAnybody(post("bt_payload=20f9"))).isTrue();
    assertThat(of("x-twitter").mayBeSignedForAnybody(post(""))).isTrue();
    assertThat(of("braintree").mayBeSignedForAnybody(post("bt_payload=20f9&bt_payload=PD94")))
        .isTrue();
    assertThat(of("braintree").mayBeSignedForAnybody(post("bt_signature=a"))).isTrue();
  }

  @Test
  void aSecretWithoutItsPublicPartShowsNothingOfItself() {
    assertThat(
            of("braintree")
                .unsigned(get("bt_challenge=20f9f8ed05f77439fe955c977e4c8a53"), holder("oneword")))
        .isEqualTo(new HandshakeOutcome.Refused(400));
  }

  @Test
  void theSecretThatVerifiedTheRequestAlsoAnswers() {
    var secrets =
        List.of(LiveSecret.of("current", "new-secret"), LiveSecret.of("previous", "old-secret"));
    SignedRequest question =
        post("{\"event\":\"endpoint.url_validation\",\"payload\":{\"plainToken\":\"q\"}}");

    String byOld = text(of("zoom").signed(question, new Holder(secrets, "previous", false, NOW)));
    String byNew = text(of("zoom").signed(question, new Holder(secrets, "current", false, NOW)));

    assertThat(byOld).isEqualTo(text(of("zoom").signed(question, holder("old-secret"))));
    assertThat(byNew).isEqualTo(text(of("zoom").signed(question, holder("new-secret"))));
    assertThat(byOld).isNotEqualTo(byNew);
  }

  @Test
  void aSecretThatHasRunOutAnswersNothing() {
    var expired = new LiveSecret("previous", new Secret("consumer-secret"), NOW);

    assertThat(
            of("x-twitter")
                .unsigned(get("crc_token=abc"), new Holder(List.of(expired), null, false, NOW)))
        .isEqualTo(new HandshakeOutcome.Refused(400));
  }

  @Test
  void aSecretIsOnlyTakenWhileTheSourceWaitsForOne() {
    SignedRequest question = post("{}", "X-Hook-Secret", "b537207f20cbfa02");

    assertThat(of("asana").unsigned(question, holder()))
        .isInstanceOfSatisfying(
            HandshakeOutcome.Take.class,
            take -> {
              assertThat(take.secret()).isEqualTo(new Secret("b537207f20cbfa02"));
              assertThat(take.toString()).doesNotContain("b537207f20cbfa02");
            });
    assertThat(of("asana").unsigned(question, holder("another secret")))
        .isEqualTo(new HandshakeOutcome.Refused(0));
    assertThat(of("asana").unsigned(question, holder("b537207f20cbfa02")))
        .isInstanceOf(HandshakeOutcome.Answered.class);
  }

  @Test
  void aPingNobodySignedNeedsTheSourcesConsent() {
    SignedRequest ping = post("webhook_id=142");
    Handshakes all = PresetCatalogue.bundled().preset("woocommerce").orElseThrow().handshakes();

    assertThat(all.forSource(Map.of(), false).unsigned(ping, holder("s")))
        .isEqualTo(new HandshakeOutcome.Other());
    assertThat(all.forSource(Map.of(), true).unsigned(ping, holder("s")))
        .isInstanceOf(HandshakeOutcome.Answered.class);
    assertThat(
            all.forSource(Map.of(), true)
                .unsigned(post("webhook_id=142", "X-WC-Webhook-Signature", "x"), holder("s")))
        .isEqualTo(new HandshakeOutcome.Other());
  }

  @Test
  void aHeaderIsEchoedOnlyWhenItCanStandInOne() {
    assertThat(
            of("cloudevents")
                .unsigned(
                    new SignedRequest(
                        "OPTIONS",
                        URL,
                        Headers.of("WebHook-Request-Origin", "a b"),
                        new RawBody(new byte[0])),
                    holder("s")))
        .isEqualTo(new HandshakeOutcome.Refused(400));
  }

  @Test
  void anUrlIsVisitedOnlyOnAHostOfTheRule() {
    HostPattern hosts = new HostPattern(List.of("sns.*.amazonaws.com"));

    assertThat(hosts.allowed("https://sns.us-east-1.amazonaws.com/?Action=Confirm")).isPresent();
    for (String url :
        List.of(
            "http://sns.us-east-1.amazonaws.com/",
            "https://sns.us-east-1.amazonaws.com.evil.test/",
            "https://evil.test/sns.us-east-1.amazonaws.com",
            "https://sns.us-east-1.amazonaws.com@evil.test/",
            "https://evil.test#sns.us-east-1.amazonaws.com",
            "https://sns.us-east-1.amazonaws.com:8443/",
            "https://user@sns.us-east-1.amazonaws.com/",
            "https://sns.a.b.amazonaws.com/",
            "https://sns..amazonaws.com/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "//sns.us-east-1.amazonaws.com/",
            "https:sns.us-east-1.amazonaws.com",
            "https://sns.us-east-1.amazonaws.com /",
            "")) {
      assertThat(hosts.allowed(url)).as(url).isEmpty();
    }
  }

  @Test
  void aRuleThatWouldAnswerTooMuchIsAMistake() {
    for (String rule :
        List.of(
            "{ on: GET, when: 'query:c', proof: signature }",
            "{ on: GET, when: 'query:c', proof: nothing, hmac: { over: '{query:c}' } }",
            "{ on: GET, when: 'query:c', proof: nothing, text: { alphabet: visible },"
                + " hmac: { over: '{query:c}' }, answer: { body: '{hash}' } }",
            "{ on: GET, when: 'query:c', proof: nothing, text: { alphabet: hex },"
                + " hmac: { over: 'constant' }, answer: { body: '{hash}' } }",
            "{ on: GET, when: 'query:c', proof: nothing, text: { alphabet: hex },"
                + " hmac: { over: 'a{query:c}' }, answer: { body: '{hash}' } }",
            "{ on: GET, when: 'query:c', proof: nothing, text: { alphabet: hex },"
                + " hmac: { over: '{query:c}{query:d}' }, answer: { body: '{hash}' } }",
            "{ on: GET, when: 'query:c', proof: nothing,"
                + " answer: { body: '{query:c}', content_type: text/html } }",
            "{ on: GET, when: 'query:c', proof: nothing,"
                + " answer: { body: '{query:c}', content_type: image/svg+xml } }",
            "{ on: GET, when: 'query:c', proof: nothing, answer: { body: '{hash}' } }",
            "{ on: POST, when: 'json:/a', proof: nothing, visit: { at: 'json:/a', hosts: a.b.c } }",
            "{ on: POST, when: 'json:/a', proof: signature, visit: { at: 'json:/a', hosts: '*.c' }"
                + " }",
            "{ on: POST, when: 'json:/a', proof: signature, visit: { at: 'json:/a', hosts: 'a.*.c'"
                + " } }",
            "{ on: POST, when: 'json:/a', proof: signature, keep_secret: 'json:/a' }",
            "{ on: POST, when: 'digest', proof: signature }",
            "{ on: PUT, when: 'json:/a', proof: signature }",
            "{ on: POST, when: 'json:/a', proof: { at: 'json:/a' } }",
            "{ on: POST, when: 'json:/a', proof: signature, answer: { body: '{json:/a' } }",
            "{ on: POST, when: 'json:/a', proof: signature, answer: { body: a, json: { b: 1 } } }",
            "{ on: POST, proof: signature }")) {
      Mistakes mistakes = new Mistakes();
      HandshakeBlock.read(YamlFile.read("h", rule.getBytes(UTF_8), References.none(), mistakes));
      assertThat(mistakes.all()).as(rule).isNotEmpty();
    }
  }
}
