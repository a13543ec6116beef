package dev.gatehouse.process.machine;

import org.jspecify.annotations.Nullable;

/**
 * Which event types are meant: {@code order.paid} that one, {@code order.*} all that start with
 * {@code order.}, {@code *} all.
 */
public record TypePattern(String text) {
  public TypePattern {
    int star = text.indexOf('*');
    boolean fits = star < 0 || star == text.length() - 1 && (star == 0 || text.endsWith(".*"));
    if (text.isBlank() || !fits) {
      throw new IllegalArgumentException(
          "an event type, a prefix such as order.*, or * is expected");
    }
  }

  /** An event without a type is meant by {@code *} alone. */
  public boolean matches(@Nullable String type) {
    if (type == null) {
      return isAny();
    }
    return isOpen() ? type.startsWith(prefix()) : type.equals(text);
  }

  /** True when some type is meant by both. */
  public boolean overlaps(TypePattern other) {
    if (isOpen() && other.isOpen()) {
      return prefix().startsWith(other.prefix()) || other.prefix().startsWith(prefix());
    }
    return isOpen() ? matches(other.text) : other.matches(text);
  }

  /** True when every type the other means is meant by this one too. */
  boolean covers(TypePattern other) {
    return isOpen()
        ? (other.isOpen() ? other.prefix() : other.text).startsWith(prefix())
        : equals(other);
  }

  boolean isAny() {
    return text.equals("*");
  }

  private boolean isOpen() {
    return text.endsWith("*");
  }

  private String prefix() {
    return text.substring(0, text.length() - 1);
  }

  @Override
  public String toString() {
    return text;
  }
}
