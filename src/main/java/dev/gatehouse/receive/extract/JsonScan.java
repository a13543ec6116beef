package dev.gatehouse.receive.extract;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * One strict pass over a JSON document. Numbers are never converted, so their size costs nothing;
 * the only bounds are the nesting and the length of the body itself.
 */
final class JsonScan {
  /**
   * Deeper than any provider nests, and below the 500 at which Jackson's own tree readers give up,
   * so that what passes here can be read by guards and the console too.
   */
  static final int MAX_DEPTH = 256;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final PointerTree.Node root;
  private final Value[] values;

  private JsonScan(PointerTree.Node root, Value[] values) {
    this.root = root;
    this.values = values;
  }

  /**
   * @param broken why the document cannot be trusted; null when it is sound
   */
  record Reading(Value[] values, @Nullable String broken) {}

  static Reading read(PointerTree tree, byte[] bytes) {
    JsonScan scan = new JsonScan(tree.root, tree.empty());
    return new Reading(scan.values, scan.scan(bytes));
  }

  /** Why a document cannot be trusted; null when it is sound. */
  static @Nullable String problem(byte[] bytes) {
    return read(new PointerTree(List.of()), bytes).broken();
  }

  /** Over a document that is sound, from behind its byte order mark. */
  static JsonParser parser(byte[] bytes) {
    int start = Utf8.afterMark(bytes);
    return FACTORY.createParser(ObjectReadContext.empty(), bytes, start, bytes.length - start);
  }

  private @Nullable String scan(byte[] bytes) {
    if (!Utf8.isSound(bytes)) {
      return "the body is not UTF-8 text, or holds a NUL byte";
    }
    try (JsonParser parser = parser(bytes)) {
      if (parser.nextToken() == null) {
        return "the body is empty";
      }
      value(parser, root);
      return parser.nextToken() == null ? null : "there is more after the JSON document";
    } catch (JacksonException e) {
      // Its message quotes the document, so it goes nowhere.
      return "the body is not JSON, or nests deeper than " + MAX_DEPTH;
    }
  }

  private void value(JsonParser parser, PointerTree.Node node) {
    JsonToken token = parser.currentToken();
    if (node.slot >= 0) {
      values[node.slot] =
          switch (token) {
            case VALUE_STRING -> new Value.Scalar(parser.getString(), false);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Value.Scalar(parser.getString(), true);
            case VALUE_NULL -> Value.ABSENT;
            default -> Value.UNFIT;
          };
    }
    if (token == JsonToken.VALUE_STRING && !node.documents.isEmpty()) {
      documents(parser.getString(), node);
    }
    boolean wanted = !node.children.isEmpty();
    if (token == JsonToken.START_ARRAY && (wanted || node.slot >= 0)) {
      array(parser, node);
    } else if (token == JsonToken.START_OBJECT && wanted) {
      object(parser, node);
    } else {
      parser.skipChildren();
    }
  }

  /** JSON documents that are the text here; one that is none leaves what is below it unfit. */
  private void documents(String text, PointerTree.Node node) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    node.documents.forEach(
        (wrapping, below) ->
            document(
                switch (wrapping) {
                  case TEXT -> Optional.of(bytes);
                  case BASE64 -> Document.base64(bytes);
                  case JWT -> Document.held(bytes);
                },
                below));
  }

  private void document(Optional<byte[]> bytes, PointerTree.Node below) {
    boolean sound = bytes.isPresent() && new JsonScan(below, values).scan(bytes.get()) == null;
    if (!sound) {
      below.unfit(values);
    }
  }

  private void object(JsonParser parser, PointerTree.Node node) {
    Set<PointerTree.Node> seen = new HashSet<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      PointerTree.Node child = node.children.get(parser.currentName());
      parser.nextToken();
      if (child == null) {
        parser.skipChildren();
      } else if (seen.add(child)) {
        value(parser, child);
      } else {
        child.twice(values);
        parser.skipChildren();
      }
    }
  }

  private void array(JsonParser parser, PointerTree.Node node) {
    int index = 0;
    for (; parser.nextToken() != JsonToken.END_ARRAY; index++) {
      PointerTree.Node child = node.children.get(Integer.toString(index));
      if (child == null) {
        parser.skipChildren();
      } else {
        value(parser, child);
      }
    }
    if (index == 0 && node.slot >= 0) {
      values[node.slot] = Value.EMPTY_LIST;
    }
  }
}
