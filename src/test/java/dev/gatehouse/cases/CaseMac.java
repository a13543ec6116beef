package dev.gatehouse.cases;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;

/**
 * Computes the signatures of a case's source without any code of the gateway, so that the expected
 * one can be looked for where it must not be, and good requests be made.
 */
final class CaseMac {
  private static final Pattern TIMESTAMP_FIELD = Pattern.compile("(?:^|[, ])t=([^,]*)");

  private final JsonNode signature;

  CaseMac(JsonNode source) {
    this.signature = source.path("signature");
  }

  String header() {
    return signature.path("header").asString();
  }

  /** The expected signature of a request under a secret, in hex and in base64. */
  List<String> expected(CaseRequest request, String secret) {
    byte[] mac = mac(secret, signedText(request));
    return List.of(HexFormat.of().formatHex(mac), Base64.getEncoder().encodeToString(mac));
  }

  /** Puts a good signature on a body, with this time of signing where the source signs a time. */
  String sign(byte[] body, String secret, String id, long timestamp) {
    byte[] mac = mac(secret, text(body, id, Long.toString(timestamp)));
    String format = signature.path("format").asString();
    String hex = HexFormat.of().formatHex(mac);
    if (format.startsWith("sha256=")) {
      return "sha256=" + hex;
    }
    return format.startsWith("t=")
        ? "t=" + timestamp + ",v1=" + hex
        : "v1," + Base64.getEncoder().encodeToString(mac);
  }

  private byte[] signedText(CaseRequest request) {
    String id = request.header(signature.path("id_header").asString("-")).orElse("");
    return text(request.body(), id, timestamp(request));
  }

  private String timestamp(CaseRequest request) {
    if (signature.has("timestamp_header")) {
      return request.header(signature.path("timestamp_header").asString()).orElse("");
    }
    Matcher field = TIMESTAMP_FIELD.matcher(request.header(header()).orElse(""));
    return field.find() ? field.group(1) : "";
  }

  private byte[] text(byte[] body, String id, String timestamp) {
    String over = signature.path("over").asString();
    String before = over.substring(0, over.indexOf("{body}"));
    byte[] start =
        before
            .replace("{id}", id)
            .replace("{timestamp}", timestamp)
            .getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, all, start.length, body.length);
    return all;
  }

  private byte[] mac(String secret, byte[] text) {
    byte[] key =
        signature.path("key").asString().equals("base64-after-prefix")
            ? Base64.getDecoder().decode(secret.substring("whsec_".length()))
            : secret.getBytes(StandardCharsets.UTF_8);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
