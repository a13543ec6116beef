package dev.gatehouse.receive.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandardWebhooksTest {
  private static final RawBody BODY =
      new RawBody("{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));

  /** The example published with the specification's reference library. */
  @Test
  void thePublishedExampleIsReproduced() {
    Headers headers =
        StandardWebhooks.sign(
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            BODY,
            List.of(new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")),
            Instant.ofEpochSecond(1_614_265_330));

    assertThat(headers.first("webhook-signature"))
        .contains("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    assertThat(headers.first("webhook-timestamp")).contains("1614265330");
    assertThat(headers.first("webhook-id")).contains("msg_p5jXN8AQM9LWM0D4loKWxJek");
  }

  @Test
  void bothSecretsSignWhileOneIsRolled() {
    Instant now = Instant.parse("2026-01-15T12:00:00Z");
    List<Secret> both = List.of(new Secret("whsec_bmV3"), new Secret("whsec_b2xk"));
    Headers headers = StandardWebhooks.sign("m1", BODY, both, now);

    for (Secret secret : both) {
      assertThat(
              Verifier.of(StandardWebhooks.SPEC)
                  .verify(
                      new SignedRequest("POST", "", headers, BODY),
                      List.of(new LiveSecret("held", secret, null)),
                      now))
          .isEqualTo(new Verification.Verified("held", now));
    }
  }
}
