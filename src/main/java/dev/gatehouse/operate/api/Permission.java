package dev.gatehouse.operate.api;

/** What a route takes; {@link Role} says who has it. */
public enum Permission {
  /** Look at everything that holds no body. */
  READ,
  /** Set status, owner and notes of dead letters. */
  TRIAGE,
  /** Pause and resume destinations. */
  DESTINATIONS,
  /** Give the work of dead letters back. */
  RERUN,
  /** Say yes to what others want to replay. */
  APPROVE,
  /** See bodies. */
  PAYLOAD,
  /** Rotate and revoke the secrets of sources. */
  SECRETS,
  /** Make and revoke tokens. */
  TOKENS,
  /** Read who did what. */
  AUDIT
}
