package dev.gatehouse.config.yaml;

import java.util.Map;

/** A map opened with the table of its keys. Unknown and missing keys are reported on opening. */
public final class Section {
  private final Node node;
  private final Shape shape;
  private final Map<String, Node> entries;

  private Section(Node node, Shape shape, Map<String, Node> entries) {
    this.node = node;
    this.shape = shape;
    this.entries = entries;
  }

  static Section open(Node node, Shape shape) {
    Map<String, Node> entries = node.entries();
    entries.forEach(
        (name, value) -> {
          if (shape.key(name).isEmpty()) {
            value
                .mistakes()
                .add(
                    node.placeOf(name),
                    value.path(),
                    "unknown key" + Words.didYouMean(name, shape.names()) + known(name, shape));
          }
        });
    if (node.isMap() || node.isAbsent()) {
      for (Key key : shape.keys()) {
        Node value = entries.get(key.name());
        if (key.mandatory() && (value == null || value.isAbsent())) {
          Node at = value == null ? node : value;
          at.mistakes()
              .add(
                  at.position(),
                  TreeBuilder.below(node.path(), key.name()),
                  "is missing; expected " + key.about());
        }
      }
    }
    return new Section(node, shape, entries);
  }

  private static String known(String name, Shape shape) {
    return Words.didYouMean(name, shape.names()).isEmpty()
        ? "; expected one of " + String.join(", ", shape.names())
        : "";
  }

  /** The map itself. */
  public Node node() {
    return node;
  }

  /** Whether the file itself says something for the key. */
  public boolean has(String name) {
    Node value = entries.get(name);
    return value != null && !value.isAbsent();
  }

  /**
   * The value of a key: as written, else its default, else an absent node at the place of the map.
   *
   * @throws IllegalArgumentException when the table has no such key, which is a bug of the caller
   */
  public Node at(String name) {
    Key key =
        shape
            .key(name)
            .orElseThrow(() -> new IllegalArgumentException("no key " + name + " in the table"));
    Node value = entries.get(name);
    if (value != null && !value.isAbsent()) {
      return value;
    }
    Position position = value == null ? node.position() : value.position();
    String path = TreeBuilder.below(node.path(), name);
    String byDefault = key.byDefault();
    Content content =
        byDefault == null || node.isBroken()
            ? new Content.Absent()
            : new Content.Scalar(byDefault, byDefault, true, false, null);
    return new Node(position, path, content, node.mistakes());
  }
}
