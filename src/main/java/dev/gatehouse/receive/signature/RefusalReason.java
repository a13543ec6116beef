package dev.gatehouse.receive.signature;

/** Why a request was not believed. For operators; outsiders get one answer for all of them. */
public enum RefusalReason {
  /** The source holds no secret that could match: none, all blank, or none decodes. */
  NO_SECRET,
  /** The signature, or a header that belongs to it, is not there. */
  MISSING_HEADER,
  /** A header that carries one value stands more than once. */
  REPEATED_HEADER,
  /** The header is there and does not have the shape the provider gives it. */
  MALFORMED,
  /** Rightly signed, too long ago. */
  STALE,
  /** Rightly signed, too far in the future. */
  TOO_NEW,
  /** The signature belongs to other bytes or another secret. */
  MISMATCH,
  /** The signature is right for a secret whose time has run out. */
  EXPIRED_SECRET,
  /** The source's rule asks for something this version cannot do. */
  UNSUPPORTED
}
