package dev.gatehouse.receive.signature.key;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON that two readers cannot understand differently: no name twice, nothing after the end,
 * bounded nesting and numbers.
 */
public final class StrictJson {
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(64)
                          .maxNumberLength(64)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private StrictJson() {}

  /** The object; empty for anything else. */
  public static Optional<JsonNode> object(byte[] utf8) {
    try {
      JsonNode root = JSON.readTree(utf8);
      return root != null && root.isObject() ? Optional.of(root) : Optional.empty();
    } catch (JacksonException e) {
      // Its message quotes the text, so it goes nowhere.
      return Optional.empty();
    }
  }

  static Optional<JsonNode> object(String text) {
    return object(text.getBytes(StandardCharsets.UTF_8));
  }
}
