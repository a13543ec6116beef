package dev.gatehouse.provider;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The secret itself in a header, perhaps behind a fixed beginning. */
final class TokenFormula implements Formula {
  @Override
  public Signed sign(Fact fact, byte[] body, Instant at, Random random) {
    String token = "token-" + Long.toHexString(random.nextLong() | Long.MIN_VALUE);
    return new Signed(
        "POST",
        Signed.URL,
        Map.of(fact.text("header"), fact.find("prefix").orElse("") + token),
        body,
        List.of(token),
        List.of(token),
        false,
        false);
  }
}
