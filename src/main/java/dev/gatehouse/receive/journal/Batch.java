package dev.gatehouse.receive.journal;

import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.SourceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A batch with copies inside it set aside: no statement may see the same key twice.
 *
 * @param keyed the first of each (source, event id), in the order of keys — every writer takes keys
 *     in the same order, so that two never wait for each other
 * @param nameless those without an event id; each is its own
 * @param copies later ones of a key that {@code keyed} holds
 */
record Batch(List<Waiting> keyed, List<Waiting> nameless, List<Waiting> copies) {

  /** What makes two requests the same event. */
  record Key(SourceName source, String eventId) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int bySource = source.value().compareTo(other.source.value());
      return bySource != 0 ? bySource : eventId.compareTo(other.eventId);
    }

    static Key of(InboundEvent event) {
      String eventId = event.eventId();
      if (eventId == null) {
        throw new IllegalArgumentException(event + " has no key");
      }
      return new Key(event.source(), eventId);
    }
  }

  static Batch of(List<Waiting> gathered) {
    Map<Key, Waiting> firsts = HashMap.newHashMap(gathered.size());
    List<Waiting> nameless = new ArrayList<>();
    List<Waiting> copies = new ArrayList<>();
    for (Waiting each : gathered) {
      if (each.event().eventId() == null) {
        nameless.add(each);
      } else if (firsts.putIfAbsent(Key.of(each.event()), each) != null) {
        copies.add(each);
      }
    }
    List<Waiting> keyed =
        firsts.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(Map.Entry::getValue)
            .toList();
    return new Batch(keyed, nameless, copies);
  }
}
