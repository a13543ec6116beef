package dev.gatehouse.config.yaml;

import java.util.Iterator;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.Event;

/** An iterator with a look at what comes next. */
final class Peeking implements Iterator<Event> {
  private final Iterator<Event> events;
  private Optional<Event> next = Optional.empty();

  Peeking(Iterator<Event> events) {
    this.events = events;
  }

  Event peek() {
    if (next.isEmpty()) {
      next = Optional.of(events.next());
    }
    return next.get();
  }

  @Override
  public boolean hasNext() {
    return next.isPresent() || events.hasNext();
  }

  @Override
  public Event next() {
    Event event = peek();
    next = Optional.empty();
    return event;
  }
}
