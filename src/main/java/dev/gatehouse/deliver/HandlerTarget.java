package dev.gatehouse.deliver;

import dev.gatehouse.receive.signature.Secret;
import java.time.Duration;
import java.util.Map;

/**
 * A handler in Java that runs inside this process.
 *
 * @param folder of the jars it comes in, from the folder the gateway is started in
 * @param name the handler's own name; a folder may hold several
 * @param settings given to the handler as they are
 * @param timeout of a whole attempt, above zero and at most 5 minutes
 */
public record HandlerTarget(
    String folder, String name, Map<String, Secret> settings, Duration timeout) implements Target {
  public HandlerTarget {
    settings = Map.copyOf(settings);
    if (folder.isBlank() || name.isBlank()) {
      throw new IllegalArgumentException("folder and name are not blank");
    }
    if (!timeout.isPositive() || timeout.compareTo(Duration.ofMinutes(5)) > 0) {
      throw new IllegalArgumentException("timeout is above zero and at most 5 minutes");
    }
  }

  @Override
  public String kind() {
    return "handler";
  }

  @Override
  public String shown() {
    return "handler " + name + " in " + folder;
  }

  @Override
  public String toString() {
    return shown();
  }
}
