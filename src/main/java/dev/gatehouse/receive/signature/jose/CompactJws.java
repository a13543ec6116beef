package dev.gatehouse.receive.signature.jose;

import dev.gatehouse.receive.signature.key.Base64Text;
import dev.gatehouse.receive.signature.key.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A token in three parts.
 *
 * @param header the protected header, each name in it once
 * @param headerText its base64url, which is what is signed
 * @param payload empty when it is detached
 */
public record CompactJws(JsonNode header, String headerText, String payload, byte[] signature) {
  /** A header longer than any with a chain of certificates in it. */
  private static final int MAX_HEADER = 32 * 1024;

  private static final int MAX_SIGNATURE = 2048;
  private static final int MAX_TEXT = 512;

  /** Takes a token apart; empty for anything that is not one, in its one spelling. */
  public static Optional<CompactJws> parse(String text) {
    int first = text.indexOf('.');
    int second = text.indexOf('.', first + 1);
    if (first <= 0
        || first > MAX_HEADER
        || second < 0
        || text.indexOf('.', second + 1) >= 0
        || text.length() - second > MAX_SIGNATURE) {
      return Optional.empty();
    }
    String head = text.substring(0, first);
    Optional<JsonNode> header = Base64Text.url(head).flatMap(StrictJson::object);
    Optional<byte[]> signature =
        Base64Text.url(text.substring(second + 1)).filter(bytes -> bytes.length > 0);
    return header.isPresent() && signature.isPresent()
        ? Optional.of(
            new CompactJws(header.get(), head, text.substring(first + 1, second), signature.get()))
        : Optional.empty();
  }

  /** The algorithm the token claims; empty when it is none of ours. */
  public Optional<JwsAlgorithm> algorithm() {
    return text("alg").flatMap(JwsAlgorithm::of);
  }

  /** The name of the key the token claims. */
  public @Nullable String keyId() {
    return text("kid").orElse(null);
  }

  /** A text of the header; empty when it is absent, no text or very long. */
  public Optional<String> text(String name) {
    return Optional.of(header.path(name))
        .filter(JsonNode::isString)
        .map(JsonNode::asString)
        .filter(value -> value.length() <= MAX_TEXT);
  }

  /** The certificates that came with it, leaf first; empty when there are none or others. */
  public List<String> certificates() {
    List<String> texts = new ArrayList<>();
    for (JsonNode each : header.path("x5c")) {
      if (!each.isString()) {
        return List.of();
      }
      texts.add(each.asString());
    }
    return texts;
  }

  /**
   * True when the header asks for nothing that is not done here: an extension that is critical,
   * encryption, compression, or a payload in another form than the rule has.
   *
   * @param unencoded the rule is RFC 7797: {@code b64} is false, and critical
   */
  public boolean asksForNothingElse(boolean unencoded) {
    JsonNode critical = header.path("crit");
    JsonNode b64 = header.path("b64");
    if (header.has("enc") || header.has("zip")) {
      return false;
    }
    return unencoded
        ? critical.isArray()
            && critical.size() == 1
            && critical.path(0).asString("").equals("b64")
            && b64.isBoolean()
            && !b64.asBoolean()
        : !header.has("crit") && !header.has("b64");
  }

  /** The payload that came with it. */
  public Optional<byte[]> enclosedPayload() {
    return payload.isEmpty() ? Optional.empty() : Base64Text.url(payload);
  }

  /** What is signed when the payload came with the token. */
  public List<byte[]> signedText() {
    return List.of(ascii(headerText + "." + payload));
  }

  /** What is signed when the payload stands elsewhere. */
  public List<byte[]> signedText(List<byte[]> detached, boolean unencoded) {
    List<byte[]> text = new ArrayList<>();
    text.add(ascii(headerText + "."));
    if (unencoded) {
      text.addAll(detached);
      return text;
    }
    int length = detached.stream().mapToInt(piece -> piece.length).sum();
    byte[] joined = new byte[length];
    int at = 0;
    for (byte[] piece : detached) {
      System.arraycopy(piece, 0, joined, at, piece.length);
      at += piece.length;
    }
    text.add(Base64.getUrlEncoder().withoutPadding().encode(joined));
    return text;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
