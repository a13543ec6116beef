package dev.gatehouse.receive.preset.handshake;

import tools.jackson.databind.json.JsonMapper;

/** Writes the few JSON answers there are. */
final class JsonWords {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonWords() {}

  static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }
}
