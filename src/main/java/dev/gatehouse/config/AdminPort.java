package dev.gatehouse.config;

/**
 * The port for people and programs that run the gateway.
 *
 * @param host loopback unless somebody asked for more
 * @param port 0 takes a free one
 */
public record AdminPort(String host, int port) {
  public static final AdminPort DEFAULTS = new AdminPort("127.0.0.1", 8081);

  public AdminPort {
    if (host.isBlank() || port < 0 || port > 65_535) {
      throw new IllegalArgumentException("the admin port has a host and a port from 0 to 65535");
    }
  }
}
