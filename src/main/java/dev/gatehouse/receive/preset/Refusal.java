package dev.gatehouse.receive.preset;

/**
 * How a provider is told that a signature does not hold; always the same, whatever is wrong.
 *
 * @param status 400 to 499
 * @param bare true for an answer without a body
 */
public record Refusal(int status, boolean bare) {
  /** 400 and the one word of the contract. */
  public static final Refusal DEFAULT = new Refusal(400, false);

  public Refusal {
    if (status < 400 || status > 499) {
      throw new IllegalArgumentException("a refusal is answered with a status from 400 to 499");
    }
  }

  public Refusal withStatus(int other) {
    return new Refusal(other, bare);
  }
}
