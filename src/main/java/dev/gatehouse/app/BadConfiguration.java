package dev.gatehouse.app;

import dev.gatehouse.config.yaml.Mistake;
import java.util.List;
import java.util.stream.Collectors;

/** The configuration has mistakes, so nothing starts. */
public final class BadConfiguration extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Mistake> mistakes;

  BadConfiguration(List<Mistake> mistakes) {
    super(
        "mistakes in the configuration: "
            + mistakes.stream().map(Mistake::toString).collect(Collectors.joining("; ")));
    this.mistakes = List.copyOf(mistakes);
  }

  /** All of them, in the order of the file. */
  public List<Mistake> mistakes() {
    return mistakes;
  }
}
