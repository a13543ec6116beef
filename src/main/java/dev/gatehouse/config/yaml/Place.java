package dev.gatehouse.config.yaml;

import java.util.Optional;

/** What every value of the file has: where it stands, what it is called, what is said of it. */
abstract sealed class Place permits ScalarReading {
  private final Position position;
  private final String path;
  private final Content content;
  private final Mistakes mistakes;

  Place(Position position, String path, Content content, Mistakes mistakes) {
    this.position = position;
    this.path = path;
    this.content = content;
    this.mistakes = mistakes;
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

  /** Whether it is a whole number without quotes. */
  public boolean isWhole() {
    return content instanceof Content.Scalar scalar
        && scalar.plain()
        && Scalars.WHOLE.matcher(scalar.text()).matches();
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

  Content content() {
    return content;
  }

  /** Records that something else was expected here. */
  public void expected(String expected) {
    expected(expected, found());
  }

  void expected(String expected, String found) {
    mistake("expected " + expected + ", found " + found);
  }

  <T> Optional<T> orExpected(Optional<T> value, String expected) {
    if (value.isEmpty()) {
      expected(expected, found());
    }
    return value;
  }

  Optional<Content.Scalar> scalar(String expected) {
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
  Optional<String> unquoted(String expected) {
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
  String found() {
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
