package dev.gatehouse.config.yaml;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The keys a map may have, in the order people should see them. */
public final class Shape {
  private final Map<String, Key> keys;

  private Shape(Map<String, Key> keys) {
    this.keys = Collections.unmodifiableMap(keys);
  }

  public static Shape of(Key... keys) {
    Map<String, Key> table = new LinkedHashMap<>();
    for (Key key : keys) {
      if (table.put(key.name(), key) != null) {
        throw new IllegalArgumentException("the key " + key.name() + " stands twice in the table");
      }
    }
    return new Shape(table);
  }

  public Collection<Key> keys() {
    return keys.values();
  }

  public Collection<String> names() {
    return keys.keySet();
  }

  public Optional<Key> key(String name) {
    return Optional.ofNullable(keys.get(name));
  }
}
