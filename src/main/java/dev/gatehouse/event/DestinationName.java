package dev.gatehouse.event;

import java.util.regex.Pattern;

/** The name of a destination in the configuration. */
public record DestinationName(String value) implements Comparable<DestinationName> {
  private static final Pattern SHAPE = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

  public DestinationName {
    if (!SHAPE.matcher(value).matches()) {
      throw new IllegalArgumentException("a destination name matches " + SHAPE.pattern());
    }
  }

  @Override
  public int compareTo(DestinationName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
