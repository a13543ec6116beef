package dev.gatehouse.config.yaml;

/**
 * One thing that is wrong in a file.
 *
 * @param path such as {@code sources.payments.secrets[0]}; empty for the document as a whole
 * @param message what was expected and, in kind, what was found; one line, never a secret
 */
public record Mistake(Position position, String path, String message) {
  @Override
  public String toString() {
    return position + ": " + (path.isEmpty() ? "" : path + ": ") + message;
  }
}
