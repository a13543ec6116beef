package dev.gatehouse.receive.signature;

import dev.gatehouse.event.RawBody;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of the check of one request. */
public sealed interface Verification {
  /**
   * The request is the provider's.
   *
   * @param secretLabel the label of the secret that matched
   * @param signedAt the time of signing, where the provider signs one
   * @param claims the JSON a signed token holds, where the provider signs with one
   */
  record Verified(String secretLabel, @Nullable Instant signedAt, @Nullable RawBody claims)
      implements Verification {
    /** Without claims. */
    public Verified(String secretLabel, @Nullable Instant signedAt) {
      this(secretLabel, signedAt, null);
    }
  }

  /**
   * The request is not believed.
   *
   * @param detail for operators: names headers of the rule, never a value from the request
   */
  record Refused(RefusalReason reason, String detail) implements Verification {}
}
