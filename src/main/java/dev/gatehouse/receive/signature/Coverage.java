package dev.gatehouse.receive.signature;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which parts of a request a signature is about; what lies outside can be changed by whoever
 * carries it.
 *
 * @param headers names compare without regard to case
 */
public record Coverage(boolean body, boolean url, Set<String> headers) {
  /** Nothing is covered: a bare token. */
  public static final Coverage NOTHING = new Coverage(false, false, Set.of());

  public Coverage {
    Set<String> sorted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    sorted.addAll(headers);
    headers = Collections.unmodifiableSet(sorted);
  }

  /** True when the value is signed whichever of its names it stands under. */
  public boolean covers(HeaderName header) {
    return headers.containsAll(header.all());
  }
}
