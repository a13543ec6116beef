package dev.gatehouse.provider;

import java.time.Instant;
import java.util.Random;

/**
 * Signs as a provider says it does, from the facts alone: with {@code javax.crypto} and text, and
 * without anything of Gatehouse that verifies.
 *
 * <p>A new kind of scheme is one implementation, one file of facts and one line in {@link
 * Families}.
 */
public interface Formula {
  /**
   * A rightly signed request.
   *
   * @param body what is sent, unless the scheme has to write into it
   * @param at the time of signing
   * @param random decides secrets and ids: the same state gives the same request
   */
  Signed sign(Fact fact, byte[] body, Instant at, Random random);
}
