package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.signature.SignatureSpec;

/** What has to be right before a question is answered. */
public sealed interface HandshakeProof {
  /** The signature that deliveries have. */
  record Signature() implements HandshakeProof {}

  /** The protocol has none: whoever knows the URL may ask. */
  record Nothing() implements HandshakeProof {}

  /** A signature of its own, under the secrets of the source. */
  record Own(SignatureSpec spec) implements HandshakeProof {}

  /** One of the source's secrets itself. */
  record Held(FieldPath at) implements HandshakeProof {}

  /**
   * A text that the operator agreed upon with the provider.
   *
   * @param value its name among the source's values
   * @param optional true when a source without the value answers everybody
   * @param otherwise the status when it is another text, or none is configured: 400 to 499
   */
  record Agreed(FieldPath at, String value, boolean optional, int otherwise)
      implements HandshakeProof {}
}
