package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.breaker.Circuit;
import java.time.Instant;
import java.util.Optional;

/** A move of a circuit, decided over the row as it stands, by the database's clock. */
@FunctionalInterface
interface CircuitMove {
  /** The circuit after it; empty when it has nothing to move. */
  Optional<Circuit> from(Circuit circuit, Instant now);
}
