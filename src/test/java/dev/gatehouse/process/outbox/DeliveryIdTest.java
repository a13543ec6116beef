package dev.gatehouse.process.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeliveryIdTest {
  private static final DestinationName ONE = new DestinationName("one");
  private static final DestinationName TWO = new DestinationName("two");

  @Test
  void theSameEventAndDestinationAlwaysGiveTheSameId() {
    EventId event = new EventId(UUID.fromString("0198c5f2-7c00-7001-8000-0000000000ff"));

    assertThat(DeliveryId.of(event, ONE)).isEqualTo(DeliveryId.of(event, ONE));
    // Stored in databases and sent as idempotency key: must never change.
    assertThat(DeliveryId.of(event, ONE)).hasToString("0198c5f2-7c00-73af-b81a-ee3b88688259");
  }

  @Test
  void idsLieInTheMillisecondOfTheirEventAndDiffer() {
    EventIds ids = new EventIds(InstantSource.system(), new SplittableRandom(1));
    Set<DeliveryId> seen = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      EventId event = ids.next();
      DeliveryId one = DeliveryId.of(event, ONE);
      assertThat(one.value().version()).isEqualTo(7);
      assertThat(one.value().variant()).isEqualTo(2);
      assertThat(new EventId(one.value()).at()).isEqualTo(event.at());
      assertThat(seen.add(one)).isTrue();
      assertThat(seen.add(DeliveryId.of(event, TWO))).isTrue();
    }
  }
}
