package dev.gatehouse.bench;

/** The configuration of the gateway that is measured. */
final class BenchConfig {
  private static final String SOURCE =
      """
      sources:
        %s:
          provider: custom
          signature: { scheme: hmac, hash: sha256, header: X-Signature, format: "sha256={hex}", over: "{body}", key: utf8 }
          event: { id: "json:/id", type: "json:/type", sequence: "json:/seq", occurred_at: "json:/at" }
          secrets: ["%s"]
      machines:
        order:
          source: %1$s
          entity: "json:/order/id"
          initial: new
          order: { by: sequence }
          transitions:
            - { on: order.paid, from: [new], to: paid }
            - { on: order.shipped, from: [paid], to: shipped }
      """
          .formatted(SignedEvents.SOURCE, SignedEvents.SECRET);

  private BenchConfig() {}

  /** Receives and folds; delivers nothing. */
  static String acknowledging() {
    return SOURCE;
  }

  /** The same without group commit: one insert and one commit for each event. */
  static String oneByOne() {
    return SOURCE
        + """
        journal: { writers: 16, max_batch_events: 1 }
        database: { intake_connections: 16 }
        """;
  }

  /** Receives, folds and delivers each event to one destination. */
  static String wholeWay(int sinkPort) {
    return SOURCE
        + """
        destinations:
          sink: { url: "http://127.0.0.1:%d/hook", allow_private: true, timeout: 10s, signing_secret: "whsec_YmVuY2gtc2VjcmV0LWZvci1zaWduaW5nLW91dA==" }
        routes:
          - { source: %s, types: ["order.*"], to: [sink] }
        """
            .formatted(sinkPort, SignedEvents.SOURCE);
  }
}
