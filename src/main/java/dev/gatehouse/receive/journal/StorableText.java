package dev.gatehouse.receive.journal;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps texts that PostgreSQL refuses, or that the driver would quietly change, from costing an
 * event: U+0000, and half of a surrogate pair. The body is bytes and always fits; what was read
 * from it is left out, and the event says so with UNSTORABLE_TEXT.
 */
final class StorableText {
  private static final Instant FIRST_TIME = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST_TIME = Instant.parse("9999-12-31T23:59:59Z");

  private StorableText() {}

  /** The event itself where everything fits, else one without what does not. */
  static InboundEvent checked(InboundEvent event) {
    if (fits(event)) {
      return event;
    }
    return with(
        event,
        keep(event.eventId()),
        keep(event.type()),
        keep(event.schemaVersion()),
        entityFits(event),
        keep(event.contentType()),
        new Headers(event.headers().fields().stream().filter(StorableText::fits).toList()));
  }

  /** Only the body and what is ours: for an event the database refuses for another reason. */
  static InboundEvent bare(InboundEvent event) {
    return with(event, null, null, null, false, null, Headers.NONE);
  }

  private static InboundEvent with(
      InboundEvent event,
      @Nullable String eventId,
      @Nullable String type,
      @Nullable String schemaVersion,
      boolean keepEntity,
      @Nullable String contentType,
      Headers headers) {
    return new InboundEvent(
        event.id(),
        event.source(),
        eventId,
        type,
        schemaVersion,
        keepEntity ? event.entity() : null,
        keepEntity ? event.lane() : Lane.of(event.id()),
        event.sequence(),
        timeFits(event.occurredAt()) ? event.occurredAt() : null,
        event.receivedAt(),
        contentType,
        headers,
        event.body(),
        event.bodySha256(),
        event.matchedSecret(),
        new Fault(ErrorCode.UNSTORABLE_TEXT, "a text of this event cannot be stored as text"),
        event.unsignedFields(),
        event.requestId(),
        event.configRevision());
  }

  private static boolean fits(InboundEvent event) {
    return fits(event.eventId())
        && fits(event.type())
        && fits(event.schemaVersion())
        && entityFits(event)
        && fits(event.contentType())
        && timeFits(event.occurredAt())
        && allFit(event.headers().fields());
  }

  private static boolean allFit(List<Headers.Field> fields) {
    for (Headers.Field field : fields) {
      if (!fits(field)) {
        return false;
      }
    }
    return true;
  }

  private static boolean fits(Headers.Field field) {
    return fits(field.name()) && fits(field.value());
  }

  private static boolean entityFits(InboundEvent event) {
    return event.entity() == null || fits(event.entity().key());
  }

  private static boolean timeFits(@Nullable Instant time) {
    return time == null || !(time.isBefore(FIRST_TIME) || time.isAfter(LAST_TIME));
  }

  private static @Nullable String keep(@Nullable String text) {
    return fits(text) ? text : null;
  }

  private static boolean fits(@Nullable String text) {
    if (text == null) {
      return true;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return false;
      }
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
