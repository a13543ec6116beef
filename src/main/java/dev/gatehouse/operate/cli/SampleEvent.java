package dev.gatehouse.operate.cli;

import dev.gatehouse.receive.extract.BodyFormat;
import dev.gatehouse.receive.extract.EachPath;
import dev.gatehouse.receive.extract.EntityRule;
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.extract.TimeFormat;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event made up so that a source reads from it what it looks for: each value stands at the first
 * place its rules name.
 *
 * @param headers names compare without regard to case
 * @param query {@code a=b&c=d}; empty when there is none
 */
record SampleEvent(Map<String, String> headers, String query, byte[] body) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What is to stand in it. */
  record Values(String id, String type, String key, Instant at) {}

  static SampleEvent of(EventSpec spec, List<EntityRule> rules, Values values) {
    Writing writing = new Writing();
    boolean numbered =
        !spec.id().isEmpty()
            && !spec.sequence().isEmpty()
            && spec.id().getFirst().equals(spec.sequence().getFirst());
    // First, for it may be one part of an id.
    writing.put(spec.type(), values.type);
    // Where one value is both, it has to be a number.
    writing.put(spec.id(), numbered ? number(values) : values.id);
    writing.put(spec.version(), "1");
    writing.put(spec.occurredAt(), time(spec.timeFormat(), values.at));
    writing.put(spec.sequence(), values.at.toEpochMilli());
    for (EntityRule rule : rules) {
      writing.put(rule.entity(), values.key);
      writing.put(rule.sequence(), values.at.toEpochMilli());
      writing.put(rule.occurredAt(), time(spec.timeFormat(), values.at));
    }
    return writing.event(spec.bodyFormats().getFirst(), spec.each());
  }

  private static long number(Values values) {
    try {
      return Long.parseLong(values.id);
    } catch (NumberFormatException e) {
      return values.at.toEpochMilli();
    }
  }

  private static Object time(TimeFormat format, Instant at) {
    return switch (format) {
      case UNIX_S -> at.getEpochSecond();
      case UNIX_MS -> at.toEpochMilli();
      case AUTO, RFC3339 -> at.toString();
    };
  }

  /** Collects values at their places. */
  private static final class Writing {
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Map<String, String> query = new LinkedHashMap<>();
    private final Map<String, String> form = new LinkedHashMap<>();
    private final ObjectNode json = JSON.createObjectNode();
    private final ObjectNode around = JSON.createObjectNode();

    void put(List<FieldPath> places, Object value) {
      if (places.isEmpty()) {
        return;
      }
      switch (places.getFirst()) {
        case FieldPath.Header header -> headers.putIfAbsent(header.name().name(), value.toString());
        case FieldPath.Query name -> query.putIfAbsent(name.name(), value.toString());
        case FieldPath.Form field -> form.putIfAbsent(field.field(), value.toString());
        case FieldPath.Json pointer -> set(json, pointer.keys(), value);
        case FieldPath.Around pointer -> set(around, pointer.path().keys(), value);
        case FieldPath.Joined joined -> joined.parts().forEach(part -> put(List.of(part), value));
        case FieldPath.Xml xml -> {}
        case FieldPath.BodyDigest digest -> {}
      }
    }

    private static void set(ObjectNode root, List<String> keys, Object value) {
      ObjectNode at = root;
      for (String key : keys.subList(0, keys.size() - 1)) {
        if (!(at.get(key) instanceof ObjectNode) && at.has(key)) {
          return;
        }
        at = at.get(key) instanceof ObjectNode child ? child : at.putObject(key);
      }
      if (!at.has(keys.getLast())) {
        at.putPOJO(keys.getLast(), value);
      }
    }

    private static String contentType(BodyFormat format) {
      return switch (format) {
        case BodyFormat.Json json -> "application/json";
        // Its attributes stand in headers.
        case BodyFormat.CloudEvents event -> "application/json";
        case BodyFormat.Xml xml -> "text/xml";
        default -> "text/plain";
      };
    }

    /** The document: the event alone, or as the only one of its list. */
    private String document(@Nullable EachPath each) {
      JsonNode document = json;
      if (each != null) {
        for (String key : each.keys().reversed()) {
          document =
              key.equals("*")
                  ? JSON.createArrayNode().add(document)
                  : JSON.createObjectNode().set(key, document);
        }
        document = document instanceof ObjectNode object ? around.setAll(object) : document;
      }
      return JSON.writeValueAsString(document);
    }

    SampleEvent event(BodyFormat format, @Nullable EachPath each) {
      String text =
          switch (format) {
            case BodyFormat.Json j -> document(each);
            case BodyFormat.CloudEvents c -> document(each);
            case BodyFormat.Wrapped f when !f.multipart() && !f.base64() && !f.xml() -> {
              Map<String, String> fields = new LinkedHashMap<>(form);
              fields.put(f.field(), document(each));
              yield encoded(fields);
            }
            case BodyFormat.Form f -> encoded(form);
            // Of these no sample is made that could be read; the signature is right all the same.
            case BodyFormat.Wrapped f -> "a sample";
            case BodyFormat.Multipart m -> "a sample";
            case BodyFormat.Xml x -> "<sample/>";
            case BodyFormat.Jwt j -> "a sample";
            case BodyFormat.Text t -> "a sample";
            case BodyFormat.None n -> "a sample";
          };
      headers.putIfAbsent(
          "Content-Type",
          format.isForm() ? "application/x-www-form-urlencoded" : contentType(format));
      return new SampleEvent(headers, encoded(query), text.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(Map<String, String> fields) {
      List<String> pairs = new ArrayList<>();
      fields.forEach(
          (name, value) ->
              pairs.add(
                  URLEncoder.encode(name, StandardCharsets.UTF_8)
                      + "="
                      + URLEncoder.encode(value, StandardCharsets.UTF_8)));
      return pairs.stream().collect(Collectors.joining("&"));
    }
  }
}
