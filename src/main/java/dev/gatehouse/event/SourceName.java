package dev.gatehouse.event;

import java.util.Optional;
import java.util.regex.Pattern;

/** The name of a source, as it stands in the URL and the configuration. */
public record SourceName(String value) {
  private static final Pattern SHAPE = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

  public SourceName {
    if (!SHAPE.matcher(value).matches()) {
      throw new IllegalArgumentException("a source name matches " + SHAPE.pattern());
    }
  }

  /** Empty when the text is not a possible name; never throws, for what an outsider sends. */
  public static Optional<SourceName> parse(String text) {
    return SHAPE.matcher(text).matches() ? Optional.of(new SourceName(text)) : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
