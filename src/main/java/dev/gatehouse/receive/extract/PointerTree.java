package dev.gatehouse.receive.extract;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /** Marks this value and all below as standing twice. */
    void twice(Value[] values) {
      if (slot >= 0) {
        values[slot] = Value.TWICE;
      }
      children.values().forEach(child -> child.twice(values));
    }
  }

  final Node root = new Node();
  private final Map<FieldPath.Json, Integer> slots = new LinkedHashMap<>();

  PointerTree(List<FieldPath> paths) {
    for (FieldPath path : paths) {
      if (path instanceof FieldPath.Json json && !slots.containsKey(json)) {
        Node node = root;
        for (String key : json.keys()) {
          node = node.children.computeIfAbsent(key, k -> new Node());
        }
        node.slot = slots.size();
        slots.put(json, node.slot);
      }
    }
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
