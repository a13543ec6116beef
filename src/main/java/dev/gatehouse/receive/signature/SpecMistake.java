package dev.gatehouse.receive.signature;

import java.io.Serial;

/** A signature or field rule that cannot be what its author meant; the message says what can. */
public final class SpecMistake extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1;

  public SpecMistake(String message) {
    super(message);
  }
}
