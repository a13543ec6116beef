package dev.gatehouse.watch.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.intake.RejectReason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final SourceName ERP = new SourceName("erp");
  private static final DestinationName BILLING = new DestinationName("billing");

  @Test
  void whatTheRoomsTellIsCountedByNamesFromTheConfigurationAlone() {
    try (Metrics metrics = new Metrics()) {
      IntakeMetrics intake = new IntakeMetrics(metrics.registry());
      DeliverMetrics deliver = new DeliverMetrics(metrics.registry());
      LaneMetrics lanes = new LaneMetrics(metrics.registry(), skew -> {});
      intake.accepted(ERP, Duration.ofMillis(3));
      intake.duplicate(ERP, true, Duration.ofMillis(2));
      intake.rejected(ERP, RejectReason.SIGNATURE);
      intake.rejected(null, RejectReason.UNKNOWN_SOURCE);
      intake.unavailable(ERP);
      intake.stored(List.of());
      deliver.attempted(BILLING, "retry", Duration.ofMillis(20), false);
      var event = new EventIds(InstantSource.system(), new Random(1)).next();
      deliver.dead(event, BILLING, ErrorCode.RETRIES_EXHAUSTED);
      deliver.circuit(BILLING, Circuit.closed(Instant.EPOCH));
      lanes.owned(Set.of(new Lane(1), new Lane(2)));
      lanes.committed(1, 10, 2, 1, Duration.ofMillis(4));

      String text = metrics.scrape();

      assertThat(text)
          .contains("gatehouse_ack_seconds_count{outcome=\"accepted\",source=\"erp\"} 1")
          .contains("gatehouse_requests_conflicts_total{source=\"erp\"} 1.0")
          .contains(
              "gatehouse_requests_rejected_total{reason=\"UNKNOWN_SOURCE\",source=\"none\"} 1.0")
          .contains("gatehouse_attempts_seconds_count{destination=\"billing\"")
          .contains("gatehouse_deliveries_dead_total{code=\"RETRIES_EXHAUSTED\"")
          .contains("gatehouse_lanes_owned 2.0")
          .contains("gatehouse_lanes_verdicts_total 10.0")
          .doesNotContain(event.toString());
    }
  }
}
