package dev.gatehouse.scenario;

import dev.gatehouse.support.RawHttp;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A source that signs orders, and the configuration of a gateway that takes them. */
final class Orders {
  static final String SECRET = "scenario-secret-orders-5b0c19e2";
  static final String OUT_SECRET = "whsec_c2NlbmFyaW8tb3V0LXNlY3JldC0wMDAwMDAwMDAwMDE=";

  private static final String SOURCES =
      """
      sources:
        orders:
          provider: custom
          signature: { scheme: hmac, hash: sha256, header: X-Signature, format: "sha256={hex}", over: "{body}", key: utf8 }
          event: { id: "header:X-Event-Id", type: "json:/type", sequence: "json:/seq" }
          secrets: ["%s"]
      """
          .formatted(SECRET);

  /** Ticks are counted, in order of arrival: an entity's version is the number of its ticks. */
  static final String COUNTING =
      """
      machines:
        counter:
          source: orders
          entity: "json:/order"
          initial: open
          transitions:
            - { on: tick, from: [open], to: open }
      """;

  /** Orders are paid, then shipped; the provider's sequence says which event is older. */
  static final String SELLING =
      """
      machines:
        order:
          source: orders
          entity: "json:/order"
          initial: new
          order: { by: sequence }
          transitions:
            - { on: order.paid, from: [new], to: paid }
            - { on: order.noted, from: [paid], to: paid }
            - { on: order.shipped, from: [paid], to: shipped }
      """;

  private static final String FAST_RETRY =
      "{ base: 50ms, cap: 200ms, max_attempts: 4, window: 1h }";

  private Orders() {}

  /**
   * The configuration of a gateway.
   *
   * @param machines one of those above
   * @param destinations name and URL; every event that is routed goes to every one of them
   */
  static String config(String machines, Map<String, String> destinations) {
    StringBuilder yaml = new StringBuilder(SOURCES).append(machines);
    if (!destinations.isEmpty()) {
      yaml.append("destinations:\n");
      destinations.forEach(
          (name, url) ->
              yaml.append(
                  "  %s: { url: \"%s\", allow_private: true, timeout: 5s, signing_secret: \"%s\", retry: %s, circuit: { consecutive_failures: 1000, failure_ratio: 1 } }\n"
                      .formatted(name, url, OUT_SECRET, FAST_RETRY)));
      yaml.append(
          "routes:\n  - { source: orders, types: [\"*\"], to: %s }\n"
              .formatted(destinations.keySet()));
    }
    return yaml.toString();
  }

  /** A signed request about an order. */
  static byte[] request(String id, String type, String order, long sequence) {
    return signed(id, json(id, type, order, sequence));
  }

  static String json(String id, String type, String order, long sequence) {
    return "{\"id\":\"%s\",\"type\":\"%s\",\"order\":\"%s\",\"seq\":%d}"
        .formatted(id, type, order, sequence);
  }

  static byte[] signed(String id, String body) {
    return signed(id, body.getBytes(StandardCharsets.UTF_8));
  }

  /** A signed request with this body, whatever it is. */
  static byte[] signed(String id, byte[] body) {
    return withSignature(id, body, "sha256=" + hmac(SECRET, body));
  }

  static byte[] withSignature(String id, byte[] body, String signature) {
    return RawHttp.request(
        "POST",
        "/in/orders",
        body,
        "Content-Type",
        "application/json",
        "X-Event-Id",
        id,
        "X-Signature",
        signature);
  }

  /** HMAC-SHA256 in lower-case hex. */
  static String hmac(String secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
