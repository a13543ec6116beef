package dev.gatehouse.receive.extract;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All JSON paths of a source merged into one tree, so that one pass reads them all and the rest of
 * the document is passed over.
 */
final class PointerTree {
  /** One key on the way to a value that is wanted. */
  static final class Node {
    final Map<String, Node> children = new HashMap<>();

    /** Where the value goes; -1 when only something below is wanted. */
    int slot = -1;

    /** The roots of JSON documents that are in the text here. */
    final Map<FieldPath.Json.Wrapping, Node> documents =
        new EnumMap<>(FieldPath.Json.Wrapping.class);

    /** Marks this value and all below as standing twice. */
    void twice(Value[] values) {
      if (slot >= 0) {
        values[slot] = Value.TWICE;
      }
      below().forEach(child -> child.twice(values));
    }

    /** Marks all below as something that is no text, for a document that could not be read. */
    void unfit(Value[] values) {
      if (slot >= 0) {
        values[slot] = Value.UNFIT;
      }
      below().forEach(child -> child.unfit(values));
    }

    private Stream<Node> below() {
      return Stream.concat(children.values().stream(), documents.values().stream());
    }
  }

  final Node root = new Node();
  private final Map<FieldPath.Json, Integer> slots = new LinkedHashMap<>();

  PointerTree(List<FieldPath> paths) {
    for (FieldPath path : paths.stream().flatMap(each -> each.leaves().stream()).toList()) {
      FieldPath.Json json =
          switch (path) {
            case FieldPath.Json each -> each;
            case FieldPath.Around around -> around.path();
            default -> null;
          };
      if (json != null && !slots.containsKey(json)) {
        Node node = node(root, json);
        node.slot = slots.size();
        slots.put(json, node.slot);
      }
    }
  }

  private static Node node(Node root, FieldPath.Json path) {
    Node node = root;
    for (String key : path.keys()) {
      node = node.children.computeIfAbsent(key, k -> new Node());
    }
    if (path.inside() == null) {
      return node;
    }
    Node document = node.documents.computeIfAbsent(path.wrapping(), wrapping -> new Node());
    return node(document, path.inside());
  }

  /** One absent value per path. */
  Value[] empty() {
    Value[] values = new Value[slots.size()];
    Arrays.fill(values, Value.ABSENT);
    return values;
  }

  Value value(FieldPath.Json path, Value[] values) {
    Integer slot = slots.get(path);
    return slot == null ? Value.ABSENT : values[slot];
  }
}
