package dev.gatehouse.operate.cli;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignedRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file of recorded requests with the verdict of the package that checked them.
 *
 * @param providers the ids a preset for it may have, the best first
 */
record CaseFile(Set<String> providers, List<Case> cases) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * One request.
   *
   * @param values what the receiver was configured with
   * @param core a gateway should agree; otherwise the package is peculiar there
   * @param now the clock in force when the verdict was given
   */
  record Case(
      String name,
      boolean core,
      Instant now,
      SignedRequest request,
      List<LiveSecret> secrets,
      boolean accepted,
      Map<String, String> values) {}

  /**
   * @throws IllegalArgumentException when it is no such file; the text says what is wrong
   */
  static CaseFile parse(byte[] bytes) {
    try {
      JsonNode root = JSON.readTree(bytes);
      Set<String> providers = new LinkedHashSet<>();
      providers.add(text(root, "provider"));
      root.path("catalogue_ids").forEach(id -> providers.add(id.asString("")));
      List<Case> cases = new ArrayList<>();
      root.path("cases").forEach(each -> cases.add(oneCase(each, root.path("config"))));
      if (cases.isEmpty()) {
        throw new IllegalArgumentException("there are no cases in it");
      }
      return new CaseFile(providers, cases);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("it is not JSON", e);
    }
  }

  private static Case oneCase(JsonNode node, JsonNode config) {
    JsonNode request = node.path("request");
    List<Headers.Field> fields = new ArrayList<>();
    request
        .path("headers")
        .forEach(
            pair ->
                fields.add(
                    new Headers.Field(pair.path(0).asString(""), pair.path(1).asString(""))));
    List<LiveSecret> secrets = new ArrayList<>();
    node.path("secrets")
        .forEach(
            secret ->
                secrets.add(LiveSecret.of("secret " + (secrets.size() + 1), secret.asString(""))));
    keys(node)
        .forEach(key -> secrets.add(LiveSecret.of("public key " + (secrets.size() + 1), key)));
    return new Case(
        text(node, "name"),
        text(node, "class").equals("core"),
        now(node),
        new SignedRequest(
            text(request, "method"),
            text(request, "url"),
            new Headers(fields),
            new RawBody(Base64.getDecoder().decode(request.path("body_base64").asString("")))),
        secrets,
        accepted(node),
        values(node, config));
  }

  /** What the receiver was configured with, of the file and of the case. */
  private static Map<String, String> values(JsonNode node, JsonNode config) {
    Map<String, String> values = new HashMap<>();
    for (JsonNode from : List.of(config, node)) {
      from.properties()
          .forEach(
              entry -> {
                if (entry.getValue().isString()) {
                  values.put(entry.getKey(), entry.getValue().asString());
                }
              });
    }
    return values;
  }

  /** What a receiver holds where the provider signs with a key pair. */
  private static List<String> keys(JsonNode node) {
    if (node.path("trusted_root_pem").isString()) {
      return List.of(node.path("trusted_root_pem").asString());
    }
    String kid = node.path("kid").asString("");
    List<String> keys = new ArrayList<>();
    for (String name : List.of("public_key_pem", "public_key_2_pem")) {
      if (node.path(name).isString()) {
        String pem = node.path(name).asString();
        keys.add(kid.isEmpty() ? pem : "kid: " + kid + "\n" + pem);
      }
    }
    return keys;
  }

  private static Instant now(JsonNode node) {
    if (!node.path("now").isNumber()) {
      throw new IllegalArgumentException("a case has no now");
    }
    return Instant.ofEpochMilli((long) (node.path("now").asDouble() * 1000));
  }

  private static boolean accepted(JsonNode node) {
    return switch (text(node, "expected")) {
      case "accept" -> true;
      case "reject" -> false;
      default -> throw new IllegalArgumentException("a case expects neither accept nor reject");
    };
  }

  private static String text(JsonNode node, String name) {
    if (!node.path(name).isString()) {
      throw new IllegalArgumentException("there is no text " + name);
    }
    return node.path(name).asString();
  }
}
