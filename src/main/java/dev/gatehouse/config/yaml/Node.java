package dev.gatehouse.config.yaml;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
public final class Node {
  private static final Pattern STEP = Pattern.compile("\\[([0-9]{1,6})\\]|[^.\\[\\]]+");

  private final Position position;
  private final String path;
  private final Content content;
  private final Mistakes mistakes;

  Node(Position position, String path, Content content, Mistakes mistakes) {
    this.position = position;
    this.path = path;
    this.content = content;
    this.mistakes = mistakes;
  }

  static Node broken(Position position, String path, Mistakes mistakes) {
    return new Node(position, path, new Content.Broken(), mistakes);
  }

  public Position position() {
    return position;
  }

  /** Such as {@code sources.payments.secrets[0]}; empty for the document. */
  public String path() {
    return path;
  }

  /** Records a mistake at this place. */
  public void mistake(String message) {
    mistakes.add(position, path, message);
  }

  /** Where mistakes of this reading are collected. */
  public Mistakes mistakes() {
    return mistakes;
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
        path.isEmpty() || below.isEmpty() || below.startsWith("[")
            ? path + below
            : path + "." + below;
    mistakes.add(at.position, whole, message);
  }

  private @Nullable Node peek(String key) {
    return content instanceof Content.Entries map ? map.entries().get(key) : null;
  }

  private @Nullable Node peek(int index) {
    return content instanceof Content.Items list && index < list.items().size()
        ? list.items().get(index)
        : null;
  }

  /** Nothing stands here, or an explicit null. */
  public boolean isAbsent() {
    return content instanceof Content.Absent;
  }

  public boolean isPresent() {
    return !isAbsent();
  }

  public boolean isMap() {
    return content instanceof Content.Entries;
  }

  public boolean isList() {
    return content instanceof Content.Items;
  }

  public boolean isScalar() {
    return content instanceof Content.Scalar;
  }

  /** Whether the value was already reported as unusable. */
  public boolean isBroken() {
    return content instanceof Content.Broken;
  }

  /**
   * The scalar as written, references not followed; what may be shown of it, unless it is secret.
   */
  public Optional<String> raw() {
    return content instanceof Content.Scalar scalar ? Optional.of(scalar.raw()) : Optional.empty();
  }

  /** Whether the scalar holds a reference to the environment or a file. */
  public boolean isReferred() {
    return content instanceof Content.Scalar scalar && scalar.referred();
  }

  /** Text with something in it. A number without quotes counts as the text it was written as. */
  public Optional<String> text() {
    return text("text");
  }

  /** As {@link #text()}, with other words for what was expected. */
  public Optional<String> text(String expected) {
    return scalar(expected)
        .flatMap(
            scalar -> {
              if (scalar.text().isBlank()) {
                expected(expected, "a blank");
                return Optional.empty();
              }
              if (scalar.plain() && !scalar.referred() && Scalars.isFlag(scalar.text())) {
                expected(expected, "a boolean; put it in quotes if it is meant");
                return Optional.empty();
              }
              return Optional.of(scalar.text());
            });
  }

  /** As {@link #text()}, but a blank is the same as nothing at all. */
  public Optional<String> textOrBlank() {
    return content instanceof Content.Scalar scalar && scalar.text().isBlank()
        ? Optional.empty()
        : text();
  }

  /** Text that fits a pattern. */
  public Optional<String> matching(Pattern pattern, String expected) {
    return parsed(expected, text -> Optional.of(text).filter(t -> pattern.matcher(t).matches()));
  }

  /** Text that a function makes something of; empty from it means "not what was expected". */
  public <T> Optional<T> parsed(String expected, Function<String, Optional<T>> parser) {
    return text(expected).flatMap(text -> orExpected(parser.apply(text), expected));
  }

  /**
   * Text that a constructor takes or refuses with {@link IllegalArgumentException}. The message of
   * the exception is not shown, for it may repeat the value.
   */
  public <T> Optional<T> made(String expected, Function<String, T> maker) {
    return parsed(
        expected,
        text -> {
          try {
            return Optional.of(maker.apply(text));
          } catch (IllegalArgumentException refused) {
            return Optional.empty();
          }
        });
  }

  /** Text that no mistake repeats, neither in whole nor in part. */
  public Optional<String> secret() {
    return text("a secret");
  }

  public Optional<Integer> integer(int min, int max) {
    return whole(min, max).map(Math::toIntExact);
  }

  public Optional<Long> whole(long min, long max) {
    String expected = "a whole number from " + min + " to " + max;
    return unquoted(expected)
        .flatMap(
            text -> {
              Optional<Long> value = Optional.empty();
              if (Scalars.WHOLE.matcher(text).matches() && text.length() <= 20) {
                try {
                  value = Optional.of(Long.parseLong(text)).filter(n -> n >= min && n <= max);
                } catch (NumberFormatException tooLarge) {
                  value = Optional.empty();
                }
              }
              return orExpected(value, expected);
            });
  }

  /** A number with or without a fraction, such as {@code 0.25}. */
  public Optional<Double> number(double min, double max) {
    String expected = "a number from " + min + " to " + max;
    return unquoted(expected)
        .flatMap(
            text -> {
              Optional<Double> value = Optional.empty();
              if (text.matches("[-+]?[0-9]{1,15}(\\.[0-9]{1,15})?")) {
                value = Optional.of(Double.parseDouble(text)).filter(n -> n >= min && n <= max);
              }
              return orExpected(value, expected);
            });
  }

  /** {@code true} or {@code false}; never {@code yes}, {@code on} or {@code 1}. */
  public Optional<Boolean> flag() {
    return unquoted("true or false")
        .flatMap(
            text ->
                orExpected(
                    Scalars.isFlag(text) ? Optional.of(Scalars.isTrue(text)) : Optional.empty(),
                    "true or false"));
  }

  /** {@code 10s}, {@code 5m}, {@code 72h}, {@code 30d}, {@code 250ms} or ISO-8601; not negative. */
  public Optional<Duration> duration() {
    return parsed(Span.EXPECTED, Span::parse);
  }

  /** As {@link #duration()}, within bounds (both included). */
  public Optional<Duration> duration(Duration min, Duration max) {
    String expected = "a duration from " + Span.write(min) + " to " + Span.write(max);
    return duration()
        .filter(
            span -> {
              boolean within = span.compareTo(min) >= 0 && span.compareTo(max) <= 0;
              if (!within) {
                expected(expected, found());
              }
              return within;
            });
  }

  public Optional<ByteSize> size() {
    return parsed(ByteSize.EXPECTED, ByteSize::parse);
  }

  /** As {@link #size()}, within bounds (both included). */
  public Optional<ByteSize> size(ByteSize min, ByteSize max) {
    return size()
        .filter(
            size -> {
              boolean within = size.bytes() >= min.bytes() && size.bytes() <= max.bytes();
              if (!within) {
                expected("a size from " + min + " to " + max, found());
              }
              return within;
            });
  }

  /** RFC 3339 with an offset, such as {@code 2027-01-31T00:00:00Z}. */
  public Optional<Instant> instant() {
    return parsed(
        "an instant such as 2027-01-31T00:00:00Z",
        text -> {
          try {
            return Optional.of(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from));
          } catch (DateTimeException notOne) {
            return Optional.empty();
          }
        });
  }

  /** One of the constants, written in lower case with underscores. */
  public <E extends Enum<E>> Optional<E> choice(Class<E> type) {
    Map<String, E> names = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      names.put(constant.name().toLowerCase(Locale.ROOT), constant);
    }
    return oneOf(names.keySet()).flatMap(name -> Optional.ofNullable(names.get(name)));
  }

  /** One of the given texts. */
  public Optional<String> oneOf(Collection<String> choices) {
    String expected = "one of " + String.join(", ", choices);
    return text(expected)
        .filter(
            text -> {
              boolean known = choices.contains(text);
              if (!known) {
                expected(expected, found() + (isReferred() ? "" : Words.didYouMean(text, choices)));
              }
              return known;
            });
  }

  /** An absolute URL with a host and one of the schemes; no user information, no fragment. */
  public Optional<URI> url(Set<String> schemes) {
    String expected =
        "an absolute URL with " + String.join(" or ", schemes.stream().sorted().toList());
    return parsed(
        expected,
        text -> {
          try {
            URI uri = new URI(text);
            boolean whole =
                uri.getScheme() != null
                    && schemes.contains(uri.getScheme().toLowerCase(Locale.ROOT))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getFragment() == null;
            return whole ? Optional.of(uri) : Optional.empty();
          } catch (URISyntaxException notOne) {
            return Optional.empty();
          }
        });
  }

  /** The items of a list; nothing and no mistake when absent. */
  public List<Node> items() {
    return switch (content) {
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
    return switch (content) {
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
        : new Node(position, TreeBuilder.below(path, key), new Content.Absent(), mistakes);
  }

  /** Where the key of an entry stands. */
  Position placeOf(String key) {
    return content instanceof Content.Entries map
        ? map.places().getOrDefault(key, position)
        : position;
  }

  private Map<String, Node> noEntries() {
    expected("a map", found());
    return Map.of();
  }

  /** A map with known keys: reports unknown and missing ones. Absent gives all defaults. */
  public Section section(Shape shape) {
    return Section.open(this, shape);
  }

  /** The text of a key; null when it is no plain scalar. */
  @Nullable String keyName() {
    return content instanceof Content.Scalar scalar && !scalar.referred() ? scalar.text() : null;
  }

  Content content() {
    return content;
  }

  /** Records that something else was expected here. */
  public void expected(String expected) {
    expected(expected, found());
  }

  private void expected(String expected, String found) {
    mistake("expected " + expected + ", found " + found);
  }

  private <T> Optional<T> orExpected(Optional<T> value, String expected) {
    if (value.isEmpty()) {
      expected(expected, found());
    }
    return value;
  }

  private Optional<Content.Scalar> scalar(String expected) {
    return switch (content) {
      case Content.Scalar scalar -> Optional.of(scalar);
      case Content.Absent a -> Optional.empty();
      case Content.Broken b -> Optional.empty();
      case Content.Items i -> {
        expected(expected, found());
        yield Optional.empty();
      }
      case Content.Entries e -> {
        expected(expected, found());
        yield Optional.empty();
      }
    };
  }

  /** A scalar that may be a number or boolean: plain, or through a reference. */
  private Optional<String> unquoted(String expected) {
    return scalar(expected)
        .flatMap(
            scalar -> {
              if (!scalar.plain() && !scalar.referred()) {
                expected(expected, "text in quotes");
                return Optional.empty();
              }
              return Optional.of(scalar.text());
            });
  }

  /** In kind; the text itself only where it stood in the file. */
  private String found() {
    return switch (content) {
      case Content.Absent a -> "nothing";
      case Content.Broken b -> "something unusable";
      case Content.Items i -> "a list";
      case Content.Entries e -> "a map";
      case Content.Scalar scalar when scalar.referred() ->
          "something else in what the reference gives";
      case Content.Scalar scalar
          when scalar.plain() && !Scalars.kind(scalar.text()).equals("text") ->
          Scalars.kind(scalar.text()) + " " + Words.oneLine(scalar.text());
      case Content.Scalar scalar -> Words.quoted(scalar.text());
    };
  }
}
