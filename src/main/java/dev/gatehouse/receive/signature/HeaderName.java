package dev.gatehouse.receive.signature;

import dev.gatehouse.event.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A header that carries one value, and the other names the provider may give it ({@code svix-id}
 * for {@code webhook-id}).
 */
public record HeaderName(String name, List<String> aliases) {
  /** RFC 9110, section 5.6.2: a token. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}");

  public HeaderName {
    aliases = List.copyOf(aliases);
    check(name);
    aliases.forEach(HeaderName::check);
  }

  private static void check(String name) {
    if (!TOKEN.matcher(name).matches()) {
      throw new SpecMistake("a header name is 1 to 128 letters, digits or !#$%&'*+.^_`|~-");
    }
  }

  public static HeaderName of(String name) {
    return new HeaderName(name, List.of());
  }

  /** What stands under a name in one request. */
  public sealed interface Reading {
    record Absent() implements Reading {}

    record Single(String value) implements Reading {}

    /** Twice under one name, or under two names with different values: nobody can say which. */
    record Repeated() implements Reading {}
  }

  private static final Reading ABSENT = new Reading.Absent();
  private static final Reading REPEATED = new Reading.Repeated();

  /**
   * Reads the one value. The same value under two different names is one value; a name that stands
   * twice is refused even when the values agree, because proxies and frameworks pick differently.
   */
  public Reading read(Headers headers) {
    String value = null;
    String under = null;
    for (Headers.Field field : headers.fields()) {
      if (matches(field.name())) {
        if (value != null
            && (field.name().equalsIgnoreCase(under) || !field.value().equals(value))) {
          return REPEATED;
        }
        value = field.value();
        under = field.name();
      }
    }
    return value == null ? ABSENT : new Reading.Single(value);
  }

  /** True when the text is this name or one of its aliases, whatever the case. */
  public boolean matches(String other) {
    if (name.equalsIgnoreCase(other)) {
      return true;
    }
    for (String alias : aliases) {
      if (alias.equalsIgnoreCase(other)) {
        return true;
      }
    }
    return false;
  }

  /** The name and its aliases, the name first. */
  public List<String> all() {
    List<String> names = new ArrayList<>(aliases.size() + 1);
    names.add(name);
    names.addAll(aliases);
    return names;
  }

  @Override
  public String toString() {
    return name;
  }
}
