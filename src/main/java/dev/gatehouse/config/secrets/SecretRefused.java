package dev.gatehouse.config.secrets;

/** A secret that may not guard the source; the message says why without any of its value. */
public final class SecretRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SecretRefused(String message) {
    super(message);
  }
}
