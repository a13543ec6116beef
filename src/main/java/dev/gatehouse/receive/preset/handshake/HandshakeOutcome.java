package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.signature.Secret;
import java.net.URI;

/** What is to be done with a request. */
public sealed interface HandshakeOutcome {
  /** It is no question. */
  record Other() implements HandshakeOutcome {}

  record Answered(HandshakeReply reply) implements HandshakeOutcome {}

  /**
   * It is a question and its proof, or its text, is not right.
   *
   * @param status 0 for what the source answers to a wrong signature
   */
  record Refused(int status) implements HandshakeOutcome {}

  /**
   * The secret is to be stored first; the answer follows when it is.
   *
   * @param shown whether the operator needs to see it
   */
  record Take(Secret secret, boolean shown, HandshakeReply reply) implements HandshakeOutcome {}

  /** Answered; a visit to the URL is asked for, which is on a host of the rule. */
  record Visit(URI url, HandshakeReply reply) implements HandshakeOutcome {
    /** The URL holds a token. */
    @Override
    public String toString() {
      return "a visit to " + url.getHost();
    }
  }
}
