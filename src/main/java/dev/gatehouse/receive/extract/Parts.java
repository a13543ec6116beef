package dev.gatehouse.receive.extract;

import dev.gatehouse.event.Fault;
import dev.gatehouse.event.RawBody;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The single events in a request.
 *
 * @param each their documents, byte for byte as they stand in the request; empty when the request
 *     is one event
 * @param fault why a request that should be taken apart is taken whole; null when nothing is wrong
 */
public record Parts(List<RawBody> each, @Nullable Fault fault) {
  /** More single events in one request are not taken apart. */
  public static final int MAX = 5_000;

  /** The request is one event. */
  static final Parts WHOLE = new Parts(List.of(), null);

  public Parts {
    each = List.copyOf(each);
  }
}
