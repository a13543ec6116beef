package dev.gatehouse.receive.intake;

import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.signature.Secret;
import java.net.URI;

/** What questions of providers ask for besides an answer; done by whoever builds the gateway. */
public interface HandshakeActions {
  /** Takes no secret and visits nothing. */
  HandshakeActions NONE = new HandshakeActions() {};

  /** Whether a source has no secret and takes the one its provider hands over. */
  default boolean awaitsSecret(SourceName source) {
    return false;
  }

  /**
   * Stores a secret that was handed over. May take long; is never called on a thread that selects.
   *
   * @param shown whether the operator has to read it
   * @return false when the source takes none, has one by now, or this cannot be one
   * @throws RuntimeException when it could not be stored
   */
  default boolean takeSecret(SourceName source, Secret secret, boolean shown) {
    return false;
  }

  /** A provider asks in a signed request for a visit to a URL; must not block. */
  default void visit(SourceName source, URI url) {}
}
