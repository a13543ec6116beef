package dev.gatehouse.process.machine;

/**
 * One thing wrong with a machine.
 *
 * @param path where, inside the machine's block: {@code transitions[1].when}; empty for the whole
 * @param message what is wrong and what was expected
 */
public record Mistake(String path, String message) {
  @Override
  public String toString() {
    return path.isEmpty() ? message : path + ": " + message;
  }
}
