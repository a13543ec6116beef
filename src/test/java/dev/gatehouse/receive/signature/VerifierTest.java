package dev.gatehouse.receive.signature;

import static dev.gatehouse.receive.signature.Specs.NOW;
import static dev.gatehouse.receive.signature.Specs.OLD;
import static dev.gatehouse.receive.signature.Specs.SECRET;
import static dev.gatehouse.receive.signature.Specs.holding;
import static dev.gatehouse.receive.signature.Specs.reason;
import static dev.gatehouse.receive.signature.Specs.request;
import static dev.gatehouse.receive.signature.Specs.signed;
import static dev.gatehouse.receive.signature.Specs.verify;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerifierTest {
  @Test
  void whatTheSignerSignsIsVerifiedInEveryFormat() {
    List<String> formats =
        List.of("{hex}", "sha256={hex}", "{base64}", "{base64url}", "v1,{base64}", "v1={hex},…");
    for (String format : formats) {
      for (Hash hash : EnumSet.complementOf(EnumSet.of(Hash.KECCAK256))) {
        SignatureSpec.Hmac base = Specs.hmac("X-S", format, "{method} {url} {path}:{body}", null);
        SignatureSpec spec =
            new SignatureSpec.Hmac(
                hash, base.header(), base.format(), base.over(), base.key(), null);
        assertThat(verify(spec, signed(spec, "{}", NOW, SECRET), SECRET))
            .as(format + " " + hash)
            .isEqualTo(new Verification.Verified("s0", null));
      }
    }
  }

  @Test
  void thePublishedGithubExampleIsVerified() {
    SignedRequest request =
        request(
            "Hello, World!",
            Headers.of(
                "x-signature",
                "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"));

    assertThat(verify(Specs.plain(), request, "It's a Secret to Everybody"))
        .isInstanceOf(Verification.Verified.class);
  }

  @Test
  void anySignatureMayMatchAnyLiveSecretAndTheLabelSaysWhich() {
    SignedRequest rolled = signed(Specs.timed(), "{}", NOW, "unknown", OLD);

    assertThat(verify(Specs.timed(), rolled, SECRET, OLD))
        .isEqualTo(new Verification.Verified("s1", NOW));
  }

  @Test
  void aSecretCountsUntilItsEndInstantAndNotAtIt() {
    Instant end = NOW.plusSeconds(60);
    List<LiveSecret> secrets =
        List.of(LiveSecret.of("current", SECRET), new LiveSecret("previous", new Secret(OLD), end));
    SignedRequest request = signed(Specs.plain(), "{}", NOW, OLD);
    Verifier verifier = Verifier.of(Specs.plain());

    assertThat(verifier.verify(request, secrets, end.minusMillis(1)))
        .isEqualTo(new Verification.Verified("previous", null));
    assertThat(reason(verifier.verify(request, secrets, end)))
        .isEqualTo(RefusalReason.EXPIRED_SECRET);
  }

  @Test
  void blankSecretsNeverMatchNotEvenWhatTheyWouldSign() {
    // HMAC under an empty key, made by hand because the signer refuses to.
    SignedRequest request =
        request(
            "",
            Headers.of(
                "X-Signature",
                "sha256=b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"));

    assertThat(reason(verify(Specs.plain(), request, "", " ", "\n")))
        .isEqualTo(RefusalReason.NO_SECRET);
    assertThat(reason(verify(Specs.plain(), request))).isEqualTo(RefusalReason.NO_SECRET);
    SignatureSpec token = new SignatureSpec.Token(HeaderName.of("X-Token"), "");
    assertThat(reason(verify(token, request("", Headers.of("X-Token", " ")), " ", "")))
        .isEqualTo(RefusalReason.NO_SECRET);
  }

  @Test
  void aSecretThatDoesNotDecodeMatchesNothing() {
    SignatureSpec spec = StandardWebhooks.SPEC;
    SignedRequest request =
        request(
            "{}",
            Headers.of(
                "webhook-id",
                "m",
                "webhook-timestamp",
                Long.toString(NOW.getEpochSecond()),
                "webhook-signature",
                "v1," + "A".repeat(43) + "="));

    assertThat(reason(verify(spec, request, "whsec_***", "whsec_")))
        .isEqualTo(RefusalReason.NO_SECRET);
  }

  @Test
  void timeIsCheckedOnBothSidesToTheSecond() {
    Duration tolerance = Duration.ofMinutes(5);
    for (long offset : List.of(-300L, -299L, 0L, 299L, 300L)) {
      SignedRequest request = signed(Specs.timed(), "{}", NOW.plusSeconds(offset), SECRET);
      assertThat(verify(Specs.timed(), request, SECRET))
          .as("offset " + offset)
          .isEqualTo(new Verification.Verified("s0", NOW.plusSeconds(offset)));
    }
    assertThat(reason(at(-301))).isEqualTo(RefusalReason.STALE);
    assertThat(reason(at(301))).isEqualTo(RefusalReason.TOO_NEW);
    assertThat(tolerance).isEqualTo(Specs.timed().timestamp().tolerance());
  }

  private static Verification at(long offset) {
    return verify(
        Specs.timed(), signed(Specs.timed(), "{}", NOW.plusSeconds(offset), SECRET), SECRET);
  }

  @Test
  void zeroToleranceMeansExactlyNowAndOffIsSomethingElse() {
    SignatureSpec now = Specs.timedInHeader(TimestampForm.UNIX_S, Duration.ZERO);
    Instant within = NOW.plusMillis(700);

    assertThat(Verifier.of(now).verify(signed(now, "{}", NOW, SECRET), holding(SECRET), within))
        .isInstanceOf(Verification.Verified.class);
    assertThat(reason(verify(now, signed(now, "{}", NOW.minusSeconds(1), SECRET), SECRET)))
        .isEqualTo(RefusalReason.STALE);
    assertThat(reason(verify(now, signed(now, "{}", NOW.plusSeconds(1), SECRET), SECRET)))
        .isEqualTo(RefusalReason.TOO_NEW);

    SignatureSpec off = Specs.timedInHeader(TimestampForm.UNIX_S, null);
    assertThat(verify(off, signed(off, "{}", Instant.EPOCH, SECRET), SECRET))
        .isEqualTo(new Verification.Verified("s0", Instant.EPOCH));
  }

  @Test
  void millisecondsUnderARuleOfSecondsAreRefused() {
    SignatureSpec seconds = Specs.timedInHeader(TimestampForm.UNIX_S, Duration.ofMinutes(5));
    SignatureSpec millis = Specs.timedInHeader(TimestampForm.UNIX_MS, Duration.ofMinutes(5));
    SignedRequest inMillis = signed(millis, "{}", NOW, SECRET);

    assertThat(verify(millis, inMillis, SECRET)).isInstanceOf(Verification.Verified.class);
    assertThat(reason(verify(seconds, inMillis, SECRET))).isEqualTo(RefusalReason.TOO_NEW);
    assertThat(reason(verify(millis, signed(seconds, "{}", NOW, SECRET), SECRET)))
        .isEqualTo(RefusalReason.STALE);
  }

  @Test
  void timestampsThatAreNoNumbersAreRefusedThoughTheMacIsRight() {
    SignatureSpec loose =
        Specs.hmac("X-Signature", "v0={hex}", "v0:{header:X-Timestamp}:{body}", null);
    SignatureSpec strict = Specs.timedInHeader(TimestampForm.UNIX_S, Duration.ofDays(30));
    List<String> texts =
        new ArrayList<>(List.of("", "abc", "1768478400.5", "0x6968d6c0", "+1768478400"));
    texts.addAll(List.of("-1", " 1768478400", "9".repeat(40), "１７６８４７８４００", "1e9", "1768478400,"));
    for (String text : texts) {
      Headers timestamp = Headers.of("X-Timestamp", text);
      Headers signature =
          Signer.of(loose).sign(request("{}", timestamp), List.of(new Secret(SECRET)), NOW);
      List<Headers.Field> both = new ArrayList<>(timestamp.fields());
      both.addAll(signature.fields());
      assertThat(reason(verify(strict, request("{}", new Headers(both)), SECRET)))
          .as(text)
          .isEqualTo(RefusalReason.MALFORMED);
    }
  }

  @Test
  void headersThatCarryOneValueMustStandOnce() {
    SignatureSpec spec = Specs.timedInHeader(TimestampForm.UNIX_S, Duration.ofMinutes(5));
    SignedRequest good = signed(spec, "{}", NOW, SECRET);
    for (Headers.Field field : good.headers().fields()) {
      List<Headers.Field> twice = new ArrayList<>(good.headers().fields());
      twice.add(field);
      assertThat(reason(verify(spec, request("{}", new Headers(twice)), SECRET)))
          .isEqualTo(RefusalReason.REPEATED_HEADER);
      List<Headers.Field> without = new ArrayList<>(good.headers().fields());
      without.remove(field);
      assertThat(reason(verify(spec, request("{}", new Headers(without)), SECRET)))
          .isEqualTo(RefusalReason.MISSING_HEADER);
    }
  }

  @Test
  void twoTimestampsInOneHeaderAreRefused() {
    SignedRequest good = signed(Specs.timed(), "{}", NOW, SECRET);
    String value = good.headers().first("X-Signature").orElseThrow();
    for (String extra : List.of("t=1", "t=" + NOW.getEpochSecond())) {
      SignedRequest twice = request("{}", Headers.of("X-Signature", value + "," + extra));
      assertThat(reason(verify(Specs.timed(), twice, SECRET))).isEqualTo(RefusalReason.MALFORMED);
    }
  }

  @Test
  void aliasesStandForTheNameAndMustNotContradictIt() {
    SignatureSpec spec =
        new SignatureSpec.Hmac(
            Hash.SHA256,
            new HeaderName("svix-signature", List.of("webhook-signature")),
            SignatureFormat.parse("v1,{base64}"),
            Template.parse(
                "{id}.{body}", new HeaderName("svix-id", List.of("webhook-id")), HeaderName::of),
            KeyForm.UTF8,
            null);
    Headers id = Headers.of("svix-id", "m1");
    String signature =
        Signer.of(spec)
            .sign(request("{}", id), List.of(new Secret(SECRET)), NOW)
            .first("svix-signature")
            .orElseThrow();

    Headers renamed = Headers.of("webhook-id", "m1", "webhook-signature", signature);
    assertThat(verify(spec, request("{}", renamed), SECRET))
        .isInstanceOf(Verification.Verified.class);
    // Otherwise a copy could be given a new id next to the signed one.
    Headers second =
        Headers.of("webhook-id", "m1", "webhook-signature", signature, "svix-id", "m2");
    assertThat(reason(verify(spec, request("{}", second), SECRET)))
        .isEqualTo(RefusalReason.REPEATED_HEADER);
  }

  @Test
  void aTokenMatchesWholeOrNotAtAll() {
    SignatureSpec spec = new SignatureSpec.Token(HeaderName.of("Authorization"), "Bearer ");
    assertThat(
            verify(spec, request("", Headers.of("authorization", "Bearer " + SECRET)), OLD, SECRET))
        .isEqualTo(new Verification.Verified("s1", null));
    for (String wrong :
        List.of(
            SECRET,
            "Bearer ",
            "Bearer " + SECRET + "x",
            "Bearer x",
            "Bearer é",
            "bearer " + SECRET)) {
      assertThat(verify(spec, request("", Headers.of("Authorization", wrong)), SECRET))
          .as(wrong)
          .isInstanceOf(Verification.Refused.class);
    }
    assertThat(spec.coverage()).isEqualTo(Coverage.NOTHING);
  }

  @Test
  void refusalsSayNothingOfWhatWasSentOrHeld() {
    SignedRequest request = request("{}", Headers.of("X-Signature", "sha256=sender-text"));
    Verification refused = verify(Specs.plain(), request, SECRET);
    assertThat(refused.toString()).doesNotContain("sender-text").doesNotContain(SECRET);
    assertThat(new Secret(SECRET).toString()).isEqualTo("***");
    assertThat(LiveSecret.of("current", SECRET).toString()).doesNotContain(SECRET);
    assertThat(request.toString()).doesNotContain("sender-text");
  }
}
