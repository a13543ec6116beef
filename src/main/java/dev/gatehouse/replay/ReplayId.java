package dev.gatehouse.replay;

import java.util.UUID;

/** Our id of a replay: a UUID version 7, so ids sort by when they were asked for. */
public record ReplayId(UUID value) {
  @Override
  public String toString() {
    return value.toString();
  }
}
