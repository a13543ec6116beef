package dev.gatehouse.receive.signature.key;

import java.util.List;

/** What a text with public keys turned out to hold. */
public sealed interface KeyReading {
  /** At least one key, each of them sound in itself. */
  record Keys(List<VerifyingKey> keys) implements KeyReading {
    public Keys {
      keys = List.copyOf(keys);
    }
  }

  /**
   * No key.
   *
   * @param why for operators; shows nothing of the text
   */
  record Unreadable(String why) implements KeyReading {}
}
