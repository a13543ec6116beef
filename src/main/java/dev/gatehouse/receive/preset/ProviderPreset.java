package dev.gatehouse.receive.preset;

import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.util.List;

/**
 * One provider, in one of its ways of signing.
 *
 * @param id the name of its file and of {@code provider:} in a configuration
 * @param rejectStatus the status of a refusal, 400 to 499
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
    Handshake handshake,
    int rejectStatus,
    List<String> keptHeaders,
    Confidence confidence,
    String source) {
  public ProviderPreset {
    keptHeaders = List.copyOf(keptHeaders);
    if (rejectStatus < 400 || rejectStatus > 499) {
      throw new IllegalArgumentException("a refusal is answered with a status from 400 to 499");
    }
  }
}
