package dev.gatehouse.process.machine;

import java.util.List;

/** What checking a machine's settings came to. */
public sealed interface Checked {
  /** A machine that can be used. */
  record Good(Machine machine) implements Checked {}

  /** Everything that is wrong with it, at once. */
  record Bad(List<Mistake> mistakes) implements Checked {
    public Bad {
      mistakes = List.copyOf(mistakes);
    }
  }
}
