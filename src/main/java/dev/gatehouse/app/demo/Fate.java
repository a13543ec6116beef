package dev.gatehouse.app.demo;

import java.util.List;
import java.util.Optional;

/**
 * What is to become of a request: the answer to the sender, and where its event ends.
 *
 * @param httpStatus of the answer
 * @param answer the word in the answer: {@code accepted}, {@code duplicate} or the error
 * @param status of the event in the end; empty for a request that makes no event of its own
 * @param code of the dead letter; empty for none
 * @param attempts over all deliveries of the event
 */
record Fate(
    int httpStatus, String answer, Optional<String> status, Optional<String> code, int attempts) {

  static Fate delivered(int attempts) {
    return new Fate(200, "accepted", Optional.of("delivered"), Optional.empty(), attempts);
  }

  static Fate applied() {
    return new Fate(200, "accepted", Optional.of("applied"), Optional.empty(), 0);
  }

  static Fate stale() {
    return new Fate(200, "accepted", Optional.of("stale"), Optional.empty(), 0);
  }

  static Fate dead(String code, int attempts) {
    return new Fate(200, "accepted", Optional.of("dead"), Optional.of(code), attempts);
  }

  static Fate duplicate() {
    return new Fate(200, "duplicate", Optional.empty(), Optional.empty(), 0);
  }

  static Fate refused() {
    return new Fate(400, "invalid_signature", Optional.empty(), Optional.empty(), 0);
  }

  /** In words, for the table. */
  String describe() {
    if (status.isEmpty()) {
      return answer.equals("duplicate")
          ? "known already, nothing stored"
          : "refused, nothing stored";
    }
    List<String> parts =
        List.of(
            status.get() + code.map(dead -> " " + dead).orElse(""),
            attempts == 0 ? "" : attempts == 1 ? "1 attempt" : attempts + " attempts");
    return String.join(", ", parts.stream().filter(part -> !part.isEmpty()).toList());
  }
}
