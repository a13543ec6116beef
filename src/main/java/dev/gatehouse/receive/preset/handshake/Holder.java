package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The source that is asked, at one instant.
 *
 * @param secrets those it has
 * @param matched the label of the one that verified the request; null when none did
 * @param awaitsSecret true while it takes a secret from a handshake
 */
public record Holder(
    List<LiveSecret> secrets, @Nullable String matched, boolean awaitsSecret, Instant now) {

  /** The one an answer is made with: that of the request, else the first that counts. */
  @Nullable Secret answering() {
    Secret first = null;
    for (LiveSecret each : secrets) {
      if (each.liveAt(now) && !each.secret().isBlank()) {
        if (each.label().equals(matched)) {
          return each.secret();
        }
        first = first == null ? each.secret() : first;
      }
    }
    return first;
  }

  /** Whether a text is one of its secrets; takes the same time whichever. */
  boolean holds(String text) {
    boolean held = false;
    for (LiveSecret each : secrets) {
      boolean counts = each.liveAt(now) && !each.secret().isBlank();
      held |= counts & same(each.secret().value(), text);
    }
    return held;
  }

  static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
