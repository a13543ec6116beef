package dev.gatehouse.event;

/**
 * The business object an event is about: payment {@code pi_123}, order {@code 1001}.
 *
 * <p>Keys are compared byte for byte; look-alikes stay apart.
 *
 * @param machine the name of the machine that folds it
 * @param key the provider's own key, 1 to 255 characters
 */
public record EntityRef(String machine, String key) {
  /** The longest key that is taken; longer ones are INVALID_FIELD. */
  public static final int MAX_KEY = 255;

  public EntityRef {
    if (machine.isEmpty() || key.isEmpty() || key.length() > MAX_KEY) {
      throw new IllegalArgumentException(
          "an entity has a machine and a key of 1 to 255 characters");
    }
  }

  @Override
  public String toString() {
    return machine + "/" + key;
  }
}
