package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.signature.HostPattern;

/** What a question does besides being answered. */
public sealed interface HandshakeEffect {
  record None() implements HandshakeEffect {}

  /**
   * It hands over the secret of the deliveries.
   *
   * @param shown true when the operator has to give it back to the provider elsewhere
   */
  record HandsOver(FieldPath at, boolean shown) implements HandshakeEffect {}

  /** It asks for a visit to a URL, if that is on one of these hosts. */
  record Visit(FieldPath at, HostPattern hosts) implements HandshakeEffect {}
}
