package dev.gatehouse.deadletter;

import dev.gatehouse.event.InboundEvent;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The id under which an event is found in traces and logs. */
final class TraceId {
  /** W3C Trace Context, level 1, section 3.2: version, trace id, parent id, flags. */
  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}");

  private TraceId() {}

  /** The sender's trace id where it sent a good one, else the id of the request. */
  static String of(InboundEvent event) {
    Matcher sent = TRACEPARENT.matcher(event.headers().first("traceparent").orElse(""));
    return sent.matches() ? sent.group(1) : event.requestId();
  }
}
