package dev.gatehouse.deliver.destination;

import java.io.IOException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** A connection was refused by ourselves. Does not say where it would have led. */
final class ForbiddenAddress extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  ForbiddenAddress() {
    super("the destination's address is not allowed");
  }

  /** Whether it lies anywhere among the causes: the client tries several addresses and wraps. */
  static boolean isIn(@Nullable Throwable thrown) {
    if (thrown == null) {
      return false;
    }
    if (thrown instanceof ForbiddenAddress) {
      return true;
    }
    for (Throwable other : thrown.getSuppressed()) {
      if (other instanceof IOException && isIn(other)) {
        return true;
      }
    }
    return isIn(thrown.getCause());
  }
}
