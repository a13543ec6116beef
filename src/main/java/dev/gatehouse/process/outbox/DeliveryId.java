package dev.gatehouse.process.outbox;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EventId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.UUID;

/**
 * Names one delivery: one event for one destination.
 *
 * <p>A UUID version 7 that follows from both: the millisecond is the event's, the other 74 bits are
 * the head of SHA-256 over the 16 bytes of the event id and the UTF-8 of the destination's name. So
 * the primary key alone forbids a second delivery, all deliveries of an event lie in one
 * millisecond of keys, and the id is a stable idempotency key for the destination.
 */
public record DeliveryId(UUID value) implements Comparable<DeliveryId> {
  private static final long MILLIS = 0xFFFF_FFFF_FFFF_0000L;
  private static final long VERSION_7 = 0x7000L;
  private static final long LOW_12 = 0x0FFFL;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long LOW_62 = 0x3FFF_FFFF_FFFF_FFFFL;

  public DeliveryId {
    if (value.version() != 7) {
      throw new IllegalArgumentException("a delivery id is a UUID version 7, not " + value);
    }
  }

  /** The delivery of that event to that destination. */
  public static DeliveryId of(EventId event, DestinationName destination) {
    long high = event.value().getMostSignificantBits();
    ByteBuffer digest =
        ByteBuffer.wrap(
            sha256(
                ByteBuffer.allocate(16)
                    .putLong(high)
                    .putLong(event.value().getLeastSignificantBits())
                    .array(),
                destination.value().getBytes(StandardCharsets.UTF_8)));
    long twelve = digest.getLong() & LOW_12;
    long sixtyTwo = digest.getLong() & LOW_62;
    return new DeliveryId(new UUID(high & MILLIS | VERSION_7 | twelve, VARIANT | sixtyTwo));
  }

  /** Reads the canonical text form; empty for anything else. */
  public static Optional<DeliveryId> parse(String text) {
    return EventId.parse(text).map(EventId::value).map(DeliveryId::new);
  }

  /** Order of the bytes, as PostgreSQL compares {@code uuid}. Says nothing within a millisecond. */
  @Override
  public int compareTo(DeliveryId other) {
    int high =
        Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(
            value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value.toString();
  }

  private static byte[] sha256(byte[] first, byte[] second) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(first);
      return digest.digest(second);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
