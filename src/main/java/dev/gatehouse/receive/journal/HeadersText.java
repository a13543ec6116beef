package dev.gatehouse.receive.journal;

import dev.gatehouse.event.Headers;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Header fields as a JSON array of [name, value], written by hand: it is done for every event. */
final class HeadersText {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private HeadersText() {}

  static String write(Headers headers) {
    StringBuilder text = new StringBuilder(256).append('[');
    String separator = "[";
    for (Headers.Field field : headers.fields()) {
      text.append(separator);
      quote(field.name(), text);
      text.append(',');
      quote(field.value(), text);
      text.append(']');
      separator = ",[";
    }
    return text.append(']').toString();
  }

  /**
   * @throws IllegalStateException when it is not what {@link #write} wrote
   */
  static Headers read(String text) {
    try {
      List<Headers.Field> fields = new ArrayList<>();
      for (JsonNode pair : MAPPER.readTree(text)) {
        fields.add(new Headers.Field(pair.path(0).asString(), pair.path(1).asString()));
      }
      return new Headers(fields);
    } catch (JacksonException e) {
      throw new IllegalStateException("column event.headers holds no JSON array of pairs");
    }
  }

  private static void quote(String value, StringBuilder text) {
    text.append('"');
    // Nearly every value is free of what needs an escape and goes in as a whole.
    int plain = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\' || c < 0x20) {
        text.append(value, plain, i);
        escape(c, text);
        plain = i + 1;
      }
    }
    text.append(value, plain, value.length()).append('"');
  }

  private static void escape(char c, StringBuilder text) {
    if (c < 0x20) {
      text.append("\\u00")
          .append(Character.forDigit(c >> 4, 16))
          .append(Character.forDigit(c & 15, 16));
    } else {
      text.append('\\').append(c);
    }
  }
}
