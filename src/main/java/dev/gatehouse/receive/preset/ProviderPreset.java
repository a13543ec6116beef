package dev.gatehouse.receive.preset;

import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.preset.handshake.Handshakes;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.util.List;

/**
 * One provider, in one of its ways of signing.
 *
 * @param id the name of its file and of {@code provider:} in a configuration
 * @param handshakes the questions it asks besides its events
 * @param keptHeaders headers worth storing with an event besides those that are read; never one
 *     that carries a secret
 * @param confidence how sure it is that the provider signs like this
 * @param source where the fact comes from
 */
public record ProviderPreset(
    String id,
    String title,
    SignatureSpec signature,
    EventSpec event,
    Ack ack,
    Handshakes handshakes,
    Refusal refusal,
    Packing packing,
    List<String> keptHeaders,
    Confidence confidence,
    String source) {
  public ProviderPreset {
    keptHeaders = List.copyOf(keptHeaders);
  }
}
