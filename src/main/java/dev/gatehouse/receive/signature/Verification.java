package dev.gatehouse.receive.signature;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of the check of one request. */
public sealed interface Verification {
  /**
   * The request is the provider's.
   *
   * @param secretLabel the label of the secret that matched
   * @param signedAt the time of signing, where the provider signs one
   */
  record Verified(String secretLabel, @Nullable Instant signedAt) implements Verification {}

  /**
   * The request is not believed.
   *
   * @param detail for operators: names headers of the rule, never a value from the request
   */
  record Refused(RefusalReason reason, String detail) implements Verification {}
}
