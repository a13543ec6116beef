package dev.gatehouse.bench;

import java.util.List;

/** Some rows that are measured together. */
interface Section {
  /** For {@code --only}. */
  String name();

  /** Whether {@code --quick} leaves it out. */
  default boolean isLong() {
    return false;
  }

  List<Row> measure(Rig rig);
}
