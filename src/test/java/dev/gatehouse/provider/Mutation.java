package dev.gatehouse.provider;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** One way to spoil a rightly signed request. */
record Mutation(String what, UnaryOperator<Signed> change) {
  private static final String OTHERS = "kz7QW3";

  /** Every way the request must not survive, each with its own random choice. */
  static List<Mutation> all(Random random, Signed stranger) {
    List<Mutation> all = new ArrayList<>();
    all.add(new Mutation("another secret", signed -> signed.withSecrets(stranger.secrets())));
    all.add(new Mutation("no secret", signed -> signed.withSecrets(List.of())));
    all.add(new Mutation("a changed bit of the body", signed -> changedBit(signed, random)));
    all.add(
        new Mutation(
            "a byte more",
            signed ->
                signed.coversBody()
                    ? signed.withBody(Arrays.copyOf(signed.body(), signed.body().length + 1))
                    : signed.withSecrets(List.of())));
    all.add(new Mutation("a changed character", signed -> changedSpot(signed, random)));
    return all;
  }

  private static Signed changedBit(Signed signed, Random random) {
    if (!signed.coversBody()) {
      return changedSpot(signed, random);
    }
    byte[] body = signed.body().clone();
    body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
    return signed.withBody(body);
  }

  /** A character of a spot becomes another, never only its other case. */
  private static Signed changedSpot(Signed signed, Random random) {
    String spot = signed.spots().get(random.nextInt(signed.spots().size()));
    int at = random.nextInt(spot.length());
    char was = spot.charAt(at);
    char other = Character.isDigit(was) ? (char) ('0' + (was - '0' + 1) % 10) : letter(was, random);
    String spoiled = spot.substring(0, at) + other + spot.substring(at + 1);
    for (var header : signed.headers().entrySet()) {
      if (header.getValue().contains(spot)) {
        return signed.withHeader(header.getKey(), header.getValue().replace(spot, spoiled));
      }
    }
    if (signed.url().contains(spot)) {
      return signed.withUrl(signed.url().replace(spot, spoiled));
    }
    String body = new String(signed.body(), ISO_8859_1);
    if (!body.contains(spot)) {
      throw new IllegalStateException("a spot that is nowhere in the request");
    }
    return signed.withBody(body.replace(spot, spoiled).getBytes(ISO_8859_1));
  }

  private static char letter(char was, Random random) {
    char other;
    do {
      other = OTHERS.charAt(random.nextInt(OTHERS.length()));
    } while (Character.toLowerCase(other) == Character.toLowerCase(was));
    return other;
  }
}
