package dev.gatehouse.cases;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/** Writes what a case is given in the gateway's own configuration language. */
final class CaseConfig {
  private static final Set<String> KNOWN_SOURCE =
      Set.of(
          "provider",
          "route",
          "signature",
          "secrets",
          "event_id",
          "event_type",
          "entity",
          "body_format",
          "max_body_bytes",
          "order");
  private static final Set<String> KNOWN_GIVEN =
      Set.of(
          "source",
          "clock",
          "state_machine",
          "destination",
          "delivery",
          "sequence",
          "notes",
          "private_destinations_allowed",
          "destination_candidates",
          "redirecting_destination",
          "attempt_numbers",
          "destination_scripts",
          "herd");
  private static final Set<String> KNOWN_MACHINE =
      Set.of("entity", "initial", "transitions", "terminal", "order_by", "out_of_order");
  private static final String OUT_SECRET = "whsec_Y2FzZS1wbGF5ZXItb3V0LXNlY3JldC0wMDAwMDAwMDE=";

  private final JsonNode given;
  private final StringBuilder yaml = new StringBuilder();

  private CaseConfig(JsonNode given) {
    this.given = given;
  }

  /**
   * The configuration of a case.
   *
   * @param destinations name and URL; every event goes to every one of them
   * @param privateAllowed whether destinations may lead to this machine
   */
  static String of(CaseFile file, Map<String, String> destinations, boolean privateAllowed) {
    CaseConfig config = new CaseConfig(file.given());
    requireKnown("given", file.given(), KNOWN_GIVEN);
    config.source();
    config.machine();
    config.destinations(destinations, privateAllowed);
    return config.yaml.toString();
  }

  /** The source's name: the last part of its route. */
  static String sourceName(JsonNode source) {
    return source.path("route").asString().substring("/in/".length());
  }

  private void source() {
    JsonNode source = given.path("source");
    requireKnown("source", source, KNOWN_SOURCE);
    line("sources:");
    line("  " + sourceName(source) + ":");
    line("    provider: custom");
    line("    max_body: " + source.path("max_body_bytes").asInt());
    line("    signature: " + signature(source.path("signature")));
    StringJoiner event = new StringJoiner(", ", "{ ", " }");
    event.add("id: " + quoted(source.path("event_id").asString()));
    event.add("type: " + quoted(source.path("event_type").asString()));
    event.add("body_format: " + quoted(source.path("body_format").asString()));
    if (source.has("order")) {
      event.add("sequence: " + quoted(source.path("order").asString()));
    }
    line("    event: " + event);
    line("    secrets:");
    for (JsonNode secret : source.path("secrets").values()) {
      String until =
          secret.has("valid_until") ? ", expires_at: " + secret.path("valid_until").asString() : "";
      line("      - { value: " + quoted(secret.path("value").asString()) + until + " }");
    }
  }

  private static String signature(JsonNode signature) {
    StringJoiner parts = new StringJoiner(", ", "{ ", " }");
    parts.add("scheme: hmac").add("hash: sha256");
    parts.add("header: " + signature.path("header").asString());
    parts.add("format: " + quoted(format(signature.path("format").asString())));
    parts.add("over: " + quoted(signature.path("over").asString()));
    parts.add("key: " + signature.path("key").asString());
    if (signature.path("key").asString().equals("base64-after-prefix")) {
      parts.add("key_prefix: whsec_");
    }
    if (signature.has("id_header")) {
      parts.add("id: " + quoted("header:" + signature.path("id_header").asString()));
    }
    if (signature.has("timestamp_header")) {
      parts.add("timestamp: " + quoted("header:" + signature.path("timestamp_header").asString()));
    }
    if (signature.has("tolerance_s")) {
      parts.add("tolerance: " + signature.path("tolerance_s").asInt() + "s");
    }
    return parts.toString();
  }

  /** The formats of the cases are written for people; these are the three there are. */
  private static String format(String format) {
    if (format.startsWith("t={timestamp},v1={hex}")) {
      return "t={timestamp},v1={hex}";
    }
    if (format.equals("space-separated v1,{base64}")) {
      return "v1,{base64}";
    }
    if (format.equals("sha256={hex}")) {
      return format;
    }
    throw new AssertionError("a signature format the player does not know: " + format);
  }

  private void machine() {
    JsonNode machine = given.path("state_machine");
    if (machine.isMissingNode()) {
      return;
    }
    requireKnown("state_machine", machine, KNOWN_MACHINE);
    line("machines:");
    line("  " + machine.path("entity").asString() + ":");
    line("    source: " + sourceName(given.path("source")));
    line("    entity: " + quoted(given.path("source").path("entity").asString()));
    line("    initial: " + machine.path("initial").asString());
    if (machine.has("order_by")) {
      line("    order: { by: sequence }");
    }
    if (machine.has("out_of_order")) {
      line("    stale: ignore");
    }
    line("    terminal: " + machine.path("terminal"));
    line("    transitions:");
    for (JsonNode move : machine.path("transitions").values()) {
      line(
          "      - { on: %s, from: %s, to: %s }"
              .formatted(
                  move.path("on").asString(), move.path("from"), move.path("to").asString()));
    }
  }

  private void destinations(Map<String, String> destinations, boolean privateAllowed) {
    if (destinations.isEmpty()) {
      return;
    }
    line("destinations:");
    destinations.forEach(
        (name, url) ->
            line(
                "  %s: { url: %s, allow_private: %s, allow_http: true, timeout: 5s, signing_secret: %s%s }"
                    .formatted(name, quoted(url), privateAllowed, quoted(OUT_SECRET), retry())));
    line("routes:");
    line(
        "  - { source: %s, types: [\"*\"], to: %s }"
            .formatted(sourceName(given.path("source")), List.copyOf(destinations.keySet())));
  }

  private String retry() {
    JsonNode delivery = given.path("delivery");
    if (delivery.isMissingNode()) {
      return "";
    }
    JsonNode backoff = delivery.path("backoff");
    if (backoff.path("factor").asInt() != 2 || !backoff.path("jitter").asString().equals("full")) {
      throw new AssertionError("the gateway only doubles, with full jitter");
    }
    String longest =
        delivery.has("retry_after_max_s")
            ? ", retry_after_max: " + delivery.path("retry_after_max_s").asInt() + "s"
            : "";
    return ", retry: { base: %dms, cap: %dms, max_attempts: %d, window: 72h%s }"
        .formatted(
            backoff.path("base_ms").asInt(),
            backoff.path("cap_ms").asInt(),
            delivery.path("max_attempts").asInt(),
            longest);
  }

  private void line(String text) {
    yaml.append(text).append('\n');
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static void requireKnown(String where, JsonNode node, Set<String> known) {
    for (String member : node.propertyNames()) {
      if (!known.contains(member)) {
        throw new AssertionError("a member of " + where + " the player does not know: " + member);
      }
    }
  }
}
