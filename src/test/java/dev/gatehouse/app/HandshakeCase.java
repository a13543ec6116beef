package dev.gatehouse.app;

import dev.gatehouse.support.RawHttp;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** One recorded question of a provider and its answer, as a source and a request for it. */
record HandshakeCase(int number, JsonNode json) {
  /** What the files call the operator's settings, and our names for them. */
  private static final Map<String, String> VALUES =
      Map.of(
          "verificationToken", "verification_token",
          "encoding_aes_key", "encoding_aes_key",
          "verify_token", "verify_token",
          "topic", "topic",
          "verification_code", "verification_code");

  /**
   * The client id in the request of adobe-sign is what its source holds; eBay's is a public key.
   */
  private static final Map<String, String> HELD =
      Map.of(
          "adobe-sign",
          "UB7E5BXCXY",
          "ebay",
          "-----BEGIN PUBLIC KEY-----\\n"
              + "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7+XGl6qwiFLhPLfqAwPpAaaos89K\\n"
              + "fAHGuiLPg5BRuG3L/vwWeHTEH+FKZKryYhCJ9fRIdqRCB/vcg0r99KBofQ==\\n"
              + "-----END PUBLIC KEY-----");

  private static final List<String> KEY_PAIRS = List.of("adobe-io", "smartthings");
  private static final String RSA =
      "-----BEGIN PUBLIC KEY-----\\n"
          + "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuQ7ZrurtBjxPMneQL6NQ\\n"
          + "0PvWr2uJyLLmt6GCxvuLsOjIIbiTMh4EnWmaX9cHKkcEvmM4vBs94RZFqwFTj71N\\n"
          + "DQpxoabNUuJa6w3hvE6y7RwTXu/CPonXMFQOid4jkrytBDNN++mP+G2mDZiv2DxO\\n"
          + "FDOguwgVQ1wgeN9oQPy6jhdnAzvq5zfErKhS7RgiY7Y9O2BcChdeUCIYqhhfz6kn\\n"
          + "LPUfUzLOZGVW8XmIaBQXefVROdorVikTeWiJPAwN/fbrKbcSmFm69DQQjz5jXarD\\n"
          + "D0XObNHSV2ZT5a37DdjjcHt8GpHC+By5fgtsimSBJU135+v6gT44rh9O9k+rOFha\\n"
          + "cwIDAQAB\\n"
          + "-----END PUBLIC KEY-----";

  private static final List<String> HANDED_OVER = List.of("asana", "notion");
  private static final List<String> PINGS = List.of("woocommerce");

  String provider() {
    return json.get("provider").asString();
  }

  String source() {
    return "case-" + number;
  }

  /** The source in a configuration. */
  String config() {
    List<String> lines = new ArrayList<>();
    lines.add("  " + source() + ":");
    lines.add("    provider: " + provider());
    JsonNode secrets = json.get("secrets");
    if (HANDED_OVER.contains(provider())) {
      lines.add("    accept_secret: true");
    } else if (provider().equals("strava")) {
      lines.add("    unverified: true");
    } else if (HELD.containsKey(provider())) {
      lines.add("    secrets: \"" + HELD.get(provider()) + "\"");
    } else if (json.path("certificate_pem").isString()) {
      lines.add("    secrets: \"" + line(json.get("certificate_pem").asString()) + "\"");
    } else if (secrets.isEmpty() && KEY_PAIRS.contains(provider())) {
      lines.add("    secrets: \"" + RSA + "\"");
    } else if (secrets.isEmpty()) {
      // Some read theirs as hex, which this is too.
      lines.add("    secrets: \"00112233445566778899aabbccddeeff\"");
    } else {
      lines.add("    secrets: " + secrets);
    }
    lines.add("    allow_short: true");
    lines.add("    public_url: \"https://hooks.example.test/in/" + provider() + "\"");
    if (PINGS.contains(provider())) {
      lines.add("    unsigned_pings: true");
    }
    List<String> values = new ArrayList<>();
    json.path("config")
        .properties()
        .forEach(
            each -> {
              String name = VALUES.get(each.getKey());
              if (name != null) {
                values.add(name + ": " + each.getValue());
              }
            });
    if (provider().equals("trello")) {
      values.add("callback_url: https://hooks.example.test/in/trello");
    }
    if (provider().equals("aws-sns")) {
      values.add("topic: \"arn:aws:sns:us-west-2:123456789012:MyTopic\"");
    }
    if (provider().equals("adobe-io")) {
      values.add("recipient_client_id: client1");
    }
    if (provider().equals("monday")) {
      values.add("audience: https://hooks.example.test/in/monday");
    }
    if (!values.isEmpty()) {
      lines.add("    values: { " + String.join(", ", values) + " }");
    }
    return String.join("\n", lines) + "\n";
  }

  private static String line(String pem) {
    return pem.strip().replace("\n", "\\n");
  }

  /** The bytes that are sent. */
  byte[] request() {
    JsonNode request = json.get("request");
    String url = request.get("url").asString();
    String path = "/in/" + source() + url.substring(url.indexOf("/in/") + 4 + provider().length());
    List<String> headers = new ArrayList<>();
    request
        .get("headers")
        .forEach(
            header -> headers.addAll(List.of(header.get(0).asString(), header.get(1).asString())));
    return RawHttp.request(
        request.get("method").asString(),
        path,
        Base64.getDecoder().decode(request.get("body_base64").asString()),
        headers.toArray(String[]::new));
  }

  JsonNode response() {
    return json.get("response");
  }

  @Override
  public String toString() {
    return provider() + " " + json.get("name").asString();
  }
}
