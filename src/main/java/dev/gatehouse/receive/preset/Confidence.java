package dev.gatehouse.receive.preset;

/** How well founded a preset's signature rule is. */
public enum Confidence {
  /** Recorded requests, judged by the provider's or a public package, agree. */
  VECTOR,
  /** Read in the provider's documents or code. */
  READ,
  /** General knowledge only: shown as a warning wherever it is used. */
  RECALLED
}
