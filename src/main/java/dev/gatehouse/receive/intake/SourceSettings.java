package dev.gatehouse.receive.intake;

import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.extract.Extractor;
import dev.gatehouse.receive.preset.Ack;
import dev.gatehouse.receive.preset.Packing;
import dev.gatehouse.receive.preset.Refusal;
import dev.gatehouse.receive.preset.handshake.Handshakes;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.KeySource;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.Verifier;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One source as the public port sees it, made ready once per configuration.
 *
 * @param requiredHeaders without one of these a request is refused before its body is read
 * @param verifier made of the same rule as {@code requiredHeaders}
 * @param secrets those that count at the moment, read for every request
 * @param keySource where the provider publishes its keys; used while there are no secrets
 * @param keptHeaders stored with the event; never one that authenticates
 * @param ack what the provider hears when its event is stored
 * @param handshakes the questions the provider asks besides its events
 * @param refusal of a signature
 * @param maxBodyBytes the largest body
 * @param packing which codings are taken; packed bytes are stored as they are and unpacked for
 *     reading
 * @param publicUrl the URL of this source as the provider was told it, for schemes that sign it;
 *     null: such schemes see the path alone
 * @param requestsPerSecond more are 429; 0 for no limit
 * @param configRevision kept with each event
 */
public record SourceSettings(
    SourceName name,
    List<HeaderName> requiredHeaders,
    Verifier verifier,
    Supplier<List<LiveSecret>> secrets,
    @Nullable KeySource keySource,
    Extractor extractor,
    Set<String> keptHeaders,
    Ack ack,
    Handshakes handshakes,
    Refusal refusal,
    int maxBodyBytes,
    Packing packing,
    @Nullable String publicUrl,
    int requestsPerSecond,
    long configRevision) {

  private static final List<String> ALWAYS_KEPT =
      List.of("content-type", "content-encoding", "user-agent", "traceparent");

  /** Headers that prove who one is; whatever a configuration says, they are not stored. */
  private static final Set<String> NEVER_KEPT =
      Set.of(
          "authorization",
          "proxy-authorization",
          "cookie",
          "set-cookie",
          "x-api-key",
          "x-auth-token",
          "x-amz-security-token");

  public SourceSettings {
    requiredHeaders = List.copyOf(requiredHeaders);
    Set<String> kept = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    kept.addAll(keptHeaders);
    NEVER_KEPT.forEach(kept::remove);
    keptHeaders = Collections.unmodifiableSet(kept);
    if (maxBodyBytes < 1 || requestsPerSecond < 0) {
      throw new IllegalArgumentException("bounds of source " + name + " are positive");
    }
  }

  /**
   * A source from its rule: which headers are needed and kept follows from it.
   *
   * @param moreKept headers worth storing besides those that are read; those with a signature are
   *     left out
   */
  public static SourceSettings of(
      SourceName name,
      SignatureSpec signature,
      Supplier<List<LiveSecret>> secrets,
      Extractor extractor,
      List<String> moreKept,
      int maxBodyBytes) {
    Set<String> kept = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    kept.addAll(ALWAYS_KEPT);
    kept.addAll(moreKept);
    kept.addAll(extractor.headerNames());
    signature.signatureHeaders().forEach(header -> header.all().forEach(kept::remove));
    return new SourceSettings(
        name,
        signature.requiredHeaders(),
        Verifier.of(signature),
        secrets,
        signature.keySource(),
        extractor,
        kept,
        Ack.DEFAULT,
        Handshakes.NONE,
        Refusal.DEFAULT,
        maxBodyBytes,
        Packing.NONE,
        null,
        0,
        0);
  }

  /** With the provider's own way of being answered. */
  public SourceSettings answering(Ack ownAck, Handshakes ownHandshakes, Refusal ownRefusal) {
    return new SourceSettings(
        name,
        requiredHeaders,
        verifier,
        secrets,
        keySource,
        extractor,
        keptHeaders,
        ownAck,
        ownHandshakes,
        ownRefusal,
        maxBodyBytes,
        packing,
        publicUrl,
        requestsPerSecond,
        configRevision);
  }

  /** With what the configuration says of this source alone. */
  public SourceSettings configured(
      Packing ownPacking, @Nullable String url, int perSecond, long revision) {
    return new SourceSettings(
        name,
        requiredHeaders,
        verifier,
        secrets,
        keySource,
        extractor,
        keptHeaders,
        ack,
        handshakes,
        refusal,
        maxBodyBytes,
        ownPacking,
        url,
        perSecond,
        revision);
  }

  /** What everybody hears whose signature does not hold, whatever is wrong with it. */
  Reply refusalReply() {
    return refusal.bare()
        ? Reply.bare(refusal.status())
        : Reply.error(refusal.status(), RejectReason.SIGNATURE.word());
  }
}
