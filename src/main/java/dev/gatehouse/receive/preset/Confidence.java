package dev.gatehouse.receive.preset;

/** How well founded a preset's signature rule is. */
public enum Confidence {
  /** Recorded requests, judged by the provider's or a public package, agree. */
  VECTOR("recorded"),
  /** Read in the provider's documents or code. */
  READ("read"),
  /** General knowledge only: shown as a warning wherever it is used. */
  RECALLED("low");

  private final String shown;

  Confidence(String shown) {
    this.shown = shown;
  }

  /** The word people see: {@code recorded}, {@code read} or {@code low}. */
  public String shown() {
    return shown;
  }
}
