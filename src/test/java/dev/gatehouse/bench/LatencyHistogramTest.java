package dev.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
  @Test
  void everyValueFallsIntoABucketThatEndsWithinOnePercentAboveIt() {
    for (long micros = 0; micros < 1L << 32; micros += 1 + micros / 50) {
      long edge = LatencyHistogram.upperEdge(LatencyHistogram.bucket(micros));
      assertThat(edge).isBetween(micros, micros + micros / 100 + 1);
    }
  }

  @Test
  void quantilesAgreeWithASortedList() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    LatencyHistogram histogram = new LatencyHistogram();
    long[] nanos = new long[10_000];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = (long) Math.exp(8 + 14 * random.nextDouble());
      histogram.record(nanos[i]);
    }
    Arrays.sort(nanos);
    for (double share : new double[] {0.01, 0.5, 0.9, 0.99, 0.999, 1.0}) {
      long wanted = nanos[(int) Math.ceil(share * nanos.length) - 1] / 1_000;
      long found = histogram.quantile(share).toNanos() / 1_000;
      assertThat(found)
          .as("seed %d, share %s", seed, share)
          .isBetween(wanted, wanted * 101 / 100 + 1);
    }
  }

  @Test
  void noRecordsMeanZero() {
    assertThat(new LatencyHistogram().quantile(0.99)).isEqualTo(Duration.ZERO);
  }
}
