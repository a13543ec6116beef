package dev.gatehouse.receive.intake;

/** How reading a request's body ended. */
public sealed interface Body {
  /** All of it, as declared; the array belongs to the receiver. */
  record Complete(byte[] bytes) implements Body {}

  /** The sender's doing: too large, too slow, cut off, broken. */
  record Broken(RejectReason reason) implements Body {}

  /** The gateway holds as many body bytes as it may. */
  record NoRoom() implements Body {}
}
