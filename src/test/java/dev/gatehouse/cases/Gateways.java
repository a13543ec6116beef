package dev.gatehouse.cases;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** TEMP. */
final class Gateways {
  static GatewayUnderTest start(String config, Optional<Instant> clock) {
    throw new UnsupportedOperationException();
  }

  static List<String> mistakes(String config) {
    throw new UnsupportedOperationException();
  }
}
