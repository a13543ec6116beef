package dev.gatehouse.deliver.shape;

import java.util.Optional;

/** Looks at programs before anything runs them. */
public final class Programs {
  private Programs() {}

  /** What is wrong with a JSONata program; empty when it can be read. */
  public static Optional<String> mistakeIn(String jsonata) {
    return JsonataShaper.mistakeIn(jsonata);
  }
}
