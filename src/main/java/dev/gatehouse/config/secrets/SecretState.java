package dev.gatehouse.config.secrets;

/** Where a secret is in its life. */
public enum SecretState {
  CURRENT,
  /** Still accepted, until its end. */
  PREVIOUS,
  EXPIRED,
  REVOKED
}
