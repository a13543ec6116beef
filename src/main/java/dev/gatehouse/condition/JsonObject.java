package dev.gatehouse.condition;

import java.util.AbstractMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object, or the fields of a form. A key that stands twice is kept but cannot be asked for:
 * two readers of the same body might take different ones, and a condition decides.
 */
final class JsonObject extends AbstractMap<String, Object> {
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Set<String> repeated = new HashSet<>();

  void add(String name, Object value) {
    if (values.containsKey(name)) {
      repeated.add(name);
    }
    values.put(name, value);
  }

  @Override
  public @Nullable Object get(@Nullable Object key) {
    if (repeated.contains(key)) {
      throw new ConditionFailed("a key that was asked for stands twice in the body");
    }
    return values.get(key);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return values.containsKey(key);
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return values.entrySet();
  }
}
