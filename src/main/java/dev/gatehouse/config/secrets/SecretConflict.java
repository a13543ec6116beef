package dev.gatehouse.config.secrets;

import dev.gatehouse.event.SourceName;

/** Somebody else changed the secrets of the source meanwhile; look again and decide again. */
public final class SecretConflict extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SecretConflict(SourceName source) {
    super("the secrets of source " + source + " were changed by somebody else meanwhile");
  }
}
