package dev.gatehouse.config.yaml;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects all mistakes of a reading, so that people can mend them in one go. Not for threads. */
public final class Mistakes {
  private final Set<Mistake> found = new LinkedHashSet<>();

  public void add(Position position, String path, String message) {
    found.add(new Mistake(position, path, message));
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  public int count() {
    return found.size();
  }

  /** In the order of the file; the same mistake once. */
  public List<Mistake> all() {
    return found.stream().sorted(Comparator.comparing(Mistake::position)).toList();
  }

  /** One mistake per line. */
  @Override
  public String toString() {
    return all().stream().map(Mistake::toString).collect(Collectors.joining("\n"));
  }
}
