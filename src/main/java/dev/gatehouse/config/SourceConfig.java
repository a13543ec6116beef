package dev.gatehouse.config;

import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.preset.Ack;
import dev.gatehouse.receive.preset.Packing;
import dev.gatehouse.receive.preset.Refusal;
import dev.gatehouse.receive.preset.handshake.Handshakes;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One source as the file and its preset have it, before it meets the secrets of the database and
 * the machines it feeds.
 *
 * @param provider id of the preset, or {@code custom}
 * @param handshakes with the values of this source
 * @param keptHeaders stored besides those that are read
 * @param maxUnpackedBytes the largest body once unpacked
 * @param publicUrl as the provider was told it; null: schemes that sign it see the path alone
 * @param requestsPerSecond 0: no limit
 * @param secrets of the file; the first is the current one
 * @param allowShort whether a secret may be short
 * @param acceptsSecret whether it takes the secret of a handshake while it has none
 * @param visits whether it visits a URL when a signed request of the provider asks for that
 */
public record SourceConfig(
    SourceName name,
    String provider,
    SignatureSpec signature,
    EventSpec event,
    Ack ack,
    Handshakes handshakes,
    Refusal refusal,
    List<String> keptHeaders,
    int maxBodyBytes,
    int maxUnpackedBytes,
    Packing packing,
    @Nullable String publicUrl,
    int requestsPerSecond,
    List<LiveSecret> secrets,
    boolean allowShort,
    boolean acceptsSecret,
    boolean visits) {
  /** The word for a source that brings its own rules. */
  public static final String CUSTOM = "custom";

  public SourceConfig {
    keptHeaders = List.copyOf(keptHeaders);
    secrets = List.copyOf(secrets);
  }
}
