package dev.gatehouse.deliver;

import dev.gatehouse.receive.signature.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A topic of an Apache Kafka cluster.
 *
 * @param bootstrap {@code host:port} of some brokers, from which the client learns of the others
 * @param properties of the client that say how to encrypt and who we are; what decides about
 *     durability is not among them
 * @param timeout of a whole attempt, 2 seconds to 5 minutes
 */
public record KafkaTarget(
    List<String> bootstrap, String topic, Map<String, Secret> properties, Duration timeout)
    implements Target {
  /** Half of it is for finding the cluster, half for writing. */
  public static final Duration SHORTEST = Duration.ofSeconds(2);

  private static final Pattern TOPIC = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");
  private static final Pattern BROKER =
      Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}]):[0-9]{1,5}");
  private static final List<String> PREFIXES = List.of("sasl.", "ssl.");

  public KafkaTarget {
    bootstrap = List.copyOf(bootstrap);
    properties = Map.copyOf(properties);
    if (bootstrap.isEmpty() || !bootstrap.stream().allMatch(KafkaTarget::isBroker)) {
      throw new IllegalArgumentException("bootstrap is a list of host:port");
    }
    if (!isTopic(topic)) {
      throw new IllegalArgumentException("topic is the name of a topic");
    }
    if (!properties.keySet().stream().allMatch(KafkaTarget::mayBeSet)) {
      throw new IllegalArgumentException("properties are security.protocol, sasl.* and ssl.*");
    }
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(Duration.ofMinutes(5)) > 0) {
      throw new IllegalArgumentException("timeout is 2 seconds to 5 minutes");
    }
  }

  /** Whether a topic may be called so. */
  public static boolean isTopic(String name) {
    return TOPIC.matcher(name).matches();
  }

  /** Whether it is {@code host:port}. */
  public static boolean isBroker(String text) {
    return BROKER.matcher(text).matches();
  }

  /** Whether a property of the client is the operator's to set. */
  public static boolean mayBeSet(String property) {
    return property.equals("security.protocol") || PREFIXES.stream().anyMatch(property::startsWith);
  }

  @Override
  public String kind() {
    return "kafka";
  }

  @Override
  public String shown() {
    return "topic " + topic + " at " + String.join(",", bootstrap);
  }

  @Override
  public String toString() {
    return shown();
  }
}
