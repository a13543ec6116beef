package dev.gatehouse.operate.api;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** How the admin port reads and writes JSON: snake_case, RFC 3339, strict in what it takes. */
final class Json {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static byte[] bytes(Object value) {
    return MAPPER.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
  }
}
