package dev.gatehouse.config.yaml;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value in the file, or the place where one could be. Getters give nothing when the value is
 * absent (that is {@link Section}'s to complain about, see {@link Key#required}), and nothing plus
 * a mistake when it is not what was asked for; they never throw for what a file can hold.
 *
 * <p>Mistakes repeat a text only when it stood in the file itself, and {@link #secret} never does.
 */
public final class Node extends ScalarReading {
  private static final Pattern STEP = Pattern.compile("\\[([0-9]{1,6})\\]|[^.\\[\\]]+");

  Node(Position position, String path, Content content, Mistakes mistakes) {
    super(position, path, content, mistakes);
  }

  static Node broken(Position position, String path, Mistakes mistakes) {
    return new Node(position, path, new Content.Broken(), mistakes);
  }

  /**
   * Records a mistake somewhere below.
   *
   * @param below such as {@code transitions[1].when}; where the file does not go that far, the
   *     mistake stands at the last place it does reach
   */
  public void mistakeAt(String below, String message) {
    Node at = this;
    Matcher step = STEP.matcher(below);
    while (step.find()) {
      String index = step.group(1);
      Node next = index == null ? at.peek(step.group()) : at.peek(Integer.parseInt(index));
      if (next == null) {
        break;
      }
      at = next;
    }
    String whole =
        path().isEmpty() || below.isEmpty() || below.startsWith("[")
            ? path() + below
            : path() + "." + below;
    mistakes().add(at.position(), whole, message);
  }

  private @Nullable Node peek(String key) {
    return content() instanceof Content.Entries map ? map.entries().get(key) : null;
  }

  private @Nullable Node peek(int index) {
    return content() instanceof Content.Items list && index < list.items().size()
        ? list.items().get(index)
        : null;
  }

  /** The items of a list; nothing and no mistake when absent. */
  public List<Node> items() {
    return switch (content()) {
      case Content.Items list -> list.items();
      case Content.Absent a -> List.of();
      case Content.Broken b -> List.of();
      case Content.Scalar s -> none("a list");
      case Content.Entries e -> none("a list");
    };
  }

  /** The items of a list, or the single value standing in its place. */
  public List<Node> itemsOrOne() {
    return isScalar() || isMap() ? List.of(this) : items();
  }

  private List<Node> none(String expected) {
    expected(expected, found());
    return List.of();
  }

  /** The entries of a map with free names, in the order of the file. */
  public Map<String, Node> entries() {
    return switch (content()) {
      case Content.Entries map -> map.entries();
      case Content.Absent a -> Map.of();
      case Content.Broken b -> Map.of();
      case Content.Scalar s -> noEntries();
      case Content.Items i -> noEntries();
    };
  }

  /** The entry of a map with free names; an absent node when there is none. */
  public Node at(String key) {
    Node value = entries().get(key);
    return value != null
        ? value
        : new Node(position(), TreeBuilder.below(path(), key), new Content.Absent(), mistakes());
  }

  /** Where the key of an entry stands. */
  Position placeOf(String key) {
    return content() instanceof Content.Entries map
        ? map.places().getOrDefault(key, position())
        : position();
  }

  private Map<String, Node> noEntries() {
    expected("a map", found());
    return Map.of();
  }

  /** A map with known keys: reports unknown and missing ones. Absent gives all defaults. */
  public Section section(Shape shape) {
    return Section.open(this, shape);
  }
}
