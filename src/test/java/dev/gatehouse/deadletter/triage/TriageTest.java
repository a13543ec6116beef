package dev.gatehouse.deadletter.triage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.ErrorCode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TriageTest {
  @Test
  void likeTroubleGetsOneFingerprintAndOtherTroubleAnother() {
    String one = fingerprint("order 'A-1' is in state 3 of 7", "new>paid");
    String two = fingerprint("order 'B-99' is in state 4 of 8", "new>paid");
    String other = fingerprint("order 'A-1' is in state 3 of 7", "new>shipped");

    assertThat(one).isEqualTo(two).startsWith("v1-").hasSize(23).isNotEqualTo(other);
  }

  @Test
  void partsDoNotRunIntoOneAnother() {
    String left = Fingerprint.of(ErrorCode.POISON, Stage.MACHINE, "ab", "c", null, null, "m");
    String right = Fingerprint.of(ErrorCode.POISON, Stage.MACHINE, "a", "bc", null, null, "m");
    String absent = Fingerprint.of(ErrorCode.POISON, Stage.MACHINE, "ab", null, "c", null, "m");

    assertThat(List.of(left, right, absent)).doesNotHaveDuplicates();
  }

  @Test
  void nothingReturnsToNewAndEndsAreEnds() {
    for (Status from : Status.values()) {
      assertThat(StatusFlow.next(from)).doesNotContain(Status.NEW, Status.REPLAYED, from);
    }
    assertThat(StatusFlow.next(Status.CLOSED)).isEmpty();
    assertThat(StatusFlow.next(Status.REPLAYED)).isEmpty();
    assertThat(StatusFlow.mayRerun(Status.CLOSED, false)).isFalse();
    assertThat(StatusFlow.mayRerun(Status.NEW, false)).isTrue();
  }

  @Test
  void oneThatKeepsComingBackIsReviewedBeforeItIsRerun() {
    assertThat(StatusFlow.mayRerun(Status.NEW, true)).isFalse();
    assertThat(StatusFlow.mayRerun(Status.READY_FOR_REPLAY, true)).isTrue();
  }

  @Test
  void theFirstRuleThatMatchesNamesTheOwner() {
    List<OwnerRule> rules =
        List.of(
            new OwnerRule(
                null, null, null, null, ErrorCode.Category.CONFIGURATION, null, "platform"),
            new OwnerRule("erp", "order.*", null, null, null, null, "sales"),
            new OwnerRule("erp", null, null, null, null, null, "erp-team"));

    assertThat(owner(rules, "erp", "order.paid", ErrorCode.UNKNOWN_EVENT_TYPE))
        .isEqualTo("platform");
    assertThat(owner(rules, "erp", "order.paid", ErrorCode.ILLEGAL_TRANSITION)).isEqualTo("sales");
    assertThat(owner(rules, "erp", null, ErrorCode.INVALID_FIELD)).isEqualTo("erp-team");
    assertThat(owner(rules, "shop", null, ErrorCode.INVALID_FIELD)).isNull();
  }

  @Test
  void anyTextBecomesOneLineThatTheDatabaseTakes() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(60);
      for (int j = 0; j < length; j++) {
        text.append(
            (char) (random.nextInt(4) == 0 ? random.nextInt(0x30) : random.nextInt(1 << 16)));
      }
      int max = 1 + random.nextInt(40);
      String safe = SafeText.of(text.toString(), max);
      assertThat(safe).as("seed %d, round %d", seed, i).hasSizeLessThanOrEqualTo(max);
      assertThat(safe.chars().noneMatch(c -> c < 0x20 || c == 0x7F)).as("seed %d", seed).isTrue();
      assertThat(safe.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF))
          .as("seed %d, round %d", seed, i)
          .isTrue();
    }
  }

  private static String fingerprint(String message, String transition) {
    return Fingerprint.of(
        ErrorCode.ILLEGAL_TRANSITION,
        Stage.MACHINE,
        "erp",
        "order.paid",
        transition,
        null,
        message);
  }

  private static String owner(List<OwnerRule> rules, String source, String type, ErrorCode code) {
    return OwnerRule.ownerOf(rules, source, type, null, Stage.MACHINE, code).orElse(null);
  }
}
