package dev.gatehouse.deliver;

import java.time.Duration;

/** What an event looks like when it leaves. */
public sealed interface Form {
  /** The bytes as they were received. */
  Form AS_RECEIVED = new AsReceived();

  /** The bytes as they were received. */
  record AsReceived() implements Form {}

  /** A CloudEvent 1.0 in the structured JSON format. */
  record CloudEvent() implements Form {}

  /**
   * What a JSONata program makes of the body, as JSON.
   *
   * @param program its text
   * @param limit how long it may take for one event, 1 millisecond to 10 seconds
   * @param maxBytes of the JSON it makes
   */
  record Jsonata(String program, Duration limit, int maxBytes) implements Form {
    /** Where nothing else is configured. */
    public static final Duration DEFAULT_LIMIT = Duration.ofMillis(200);

    /** Where nothing else is configured. */
    public static final int DEFAULT_MAX_BYTES = 1 << 20;

    public Jsonata {
      if (!limit.isPositive() || limit.compareTo(Duration.ofSeconds(10)) > 0) {
        throw new IllegalArgumentException("limit is above zero and at most 10 seconds");
      }
      if (maxBytes < 1) {
        throw new IllegalArgumentException("max_size is above zero");
      }
    }
  }
}
