package dev.gatehouse.operate.api;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What a route answers. */
record Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
  static final String JSON = "application/json";

  static Answer json(Object value) {
    return new Answer(200, JSON, Json.bytes(value), Map.of());
  }

  static Answer created(Object value) {
    return new Answer(201, JSON, Json.bytes(value), Map.of());
  }

  static Answer nothing() {
    return new Answer(204, JSON, new byte[0], Map.of());
  }

  static Answer text(String contentType, String text) {
    return new Answer(200, contentType, text.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  /** Bytes that came from outside: to be saved, never to be rendered. */
  static Answer download(byte[] bytes, String fileName) {
    return new Answer(
        200,
        "application/octet-stream",
        bytes,
        Map.of("Content-Disposition", "attachment; filename=\"" + fileName + "\""));
  }
}
