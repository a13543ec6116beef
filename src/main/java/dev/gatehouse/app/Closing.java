package dev.gatehouse.app;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what was opened, the last one first, and goes on when one of them fails. */
final class Closing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Deque<Part> opened = new ArrayDeque<>();

  private record Part(String name, AutoCloseable part) {}

  /** Remembers a part; returns it. */
  <T extends AutoCloseable> T add(String name, T part) {
    opened.push(new Part(name, part));
    return part;
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      Part part = opened.pop();
      try {
        part.part().close();
      } catch (Exception e) {
        LOG.warn("stopping the {} failed", part.name(), e);
      }
    }
  }
}
