package dev.gatehouse.bench;

import java.util.Arrays;
import java.util.List;

/** The arithmetic of ceilings: stages that share the same cores one after another. */
final class Ceiling {
  private Ceiling() {}

  /** {@code 1 / (1/a + 1/b + …)}, all in events a second. */
  static double of(double... rates) {
    return 1 / Arrays.stream(rates).map(rate -> 1 / rate).sum();
  }

  /** The middle value; of an even number, the mean of the two in the middle. */
  static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
