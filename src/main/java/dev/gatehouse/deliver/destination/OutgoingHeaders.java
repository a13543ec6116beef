package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.Target;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.outbox.DeliveryId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes the header of an outgoing request: a fixed list, and what the configuration adds.
 *
 * <p>What comes from an event (its type, the provider's id, headers that are passed on) is the
 * sender's text. A value that could not stand in a header as it is — control characters, line ends,
 * anything beyond ASCII — is left out rather than mangled; the event is sent all the same.
 */
final class OutgoingHeaders {
  /** W3C Trace Context, level 1, section 3.2. */
  private static final Pattern TRACEPARENT =
      Pattern.compile("00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})");

  private static final int MAX_VALUE = 2048;

  private final Target.Http target;
  private final Signatures signatures;

  OutgoingHeaders(Target.Http target) {
    this.target = target;
    this.signatures = new Signatures(target.signingSecrets());
  }

  Headers of(Parcel parcel) {
    InboundEvent event = parcel.delivery().event();
    String id = parcel.delivery().id().toString();
    long timestamp = parcel.at().getEpochSecond();
    Headers.Builder to = new Headers.Builder();
    add(to, "Content-Type", event.contentType());
    // The bytes go out as they came in, packed ones too.
    add(to, "Content-Encoding", event.headers().first("Content-Encoding").orElse(null));
    to.add("User-Agent", "Gatehouse");
    // Else the client asks for gzip by itself and unpacks the answer.
    to.add("Accept-Encoding", "identity");
    to.add("Idempotency-Key", id);
    to.add("webhook-id", id);
    to.add("webhook-timestamp", Long.toString(timestamp));
    String signature = signatures.sign(id, timestamp, event.body().bytes(), parcel.at());
    if (!signature.isEmpty()) {
      to.add("webhook-signature", signature);
    }
    to.add("Gatehouse-Event-Id", event.id().toString());
    to.add("Gatehouse-Source", event.source().value());
    add(to, "Gatehouse-Event-Type", event.type());
    add(to, "Gatehouse-Provider-Event-Id", event.eventId());
    if (event.sequence() != null) {
      to.add("Gatehouse-Sequence", Long.toString(event.sequence()));
    }
    if (parcel.delivery().entity() != null) {
      to.add("Gatehouse-Position", Long.toString(position(parcel.delivery().at())));
    }
    to.add("Gatehouse-Attempt", Integer.toString(parcel.number()));
    if (parcel.run() > 0) {
      to.add("Gatehouse-Replay", replay(parcel));
    }
    to.add("traceparent", traceparent(event, parcel.delivery().id(), parcel.number()));
    for (String name : target.forward()) {
      event.headers().all(name).forEach(value -> add(to, name, value));
    }
    target.headers().forEach((name, value) -> add(to, name, value.value()));
    return to.build();
  }

  /**
   * Rises with each verdict of an entity. In microseconds since 1970 it stays exact in languages
   * whose numbers are doubles until the year 2255.
   */
  static long position(Instant verdictAt) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, verdictAt);
  }

  private static String replay(Parcel parcel) {
    return parcel.replay() == null ? "run-" + parcel.run() : parcel.replay().toString();
  }

  private static void add(Headers.Builder to, String name, @Nullable String value) {
    if (value != null && !value.isEmpty() && isPlain(value)) {
      to.add(name, value);
    }
  }

  private static boolean isPlain(String value) {
    return value.length() <= MAX_VALUE && value.chars().allMatch(c -> c >= 0x20 && c <= 0x7E);
  }

  /** Goes on with the sender's trace where it sent one, else begins one named after the event. */
  static String traceparent(InboundEvent event, DeliveryId delivery, int number) {
    Matcher sent = TRACEPARENT.matcher(event.headers().first("traceparent").orElse(""));
    UUID id = event.id().value();
    String trace =
        sent.matches()
            ? sent.group(1)
            : hex(id.getMostSignificantBits()) + hex(id.getLeastSignificantBits());
    String span = hex(delivery.value().getLeastSignificantBits() + number);
    return "00-" + trace + "-" + span + "-" + (sent.matches() ? sent.group(2) : "01");
  }

  private static String hex(long bits) {
    return HexFormat.of().toHexDigits(bits);
  }
}
