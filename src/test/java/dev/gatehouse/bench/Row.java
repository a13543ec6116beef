package dev.gatehouse.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line of the table: a ratio, a time or a size, and what it must reach.
 *
 * @param atMost true: {@code must} is the highest value allowed; else the lowest
 * @param beside the figures it was made from, ceilings first, in the order they are shown
 */
record Row(String name, double value, double must, boolean atMost, Map<String, Object> beside) {
  Row {
    beside = new LinkedHashMap<>(beside);
  }

  static Row atLeast(String name, double value, double must, Map<String, Object> beside) {
    return new Row(name, value, must, false, beside);
  }

  static Row atMost(String name, double value, double must, Map<String, Object> beside) {
    return new Row(name, value, must, true, beside);
  }

  /** A measurement that did not come about; never ok. */
  static Row failed(String name, double must, boolean atMost, String why) {
    return new Row(name, Double.NaN, must, atMost, Map.of("failed", why));
  }

  boolean ok() {
    return atMost ? value <= must : value >= must;
  }
}
