package dev.gatehouse.app.demo;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Secrets for one run, under the names the demonstration's configuration asks for. Never printed.
 */
final class DemoSecrets {
  private final SecureRandom random = new SecureRandom();
  private final Map<String, String> byName = new HashMap<>();

  DemoSecrets(Instant now) {
    for (String name :
        new String[] {"STRIPE", "STRIPE_OLD", "GITHUB", "SHOPIFY", "SLACK", "GITLAB", "ERP"}) {
      byName.put("DEMO_" + name, HexFormat.of().formatHex(bytes(24)));
    }
    for (String name : new String[] {"STANDARD", "OUT"}) {
      byName.put("DEMO_" + name, "whsec_" + Base64.getEncoder().encodeToString(bytes(24)));
    }
    byName.put(
        "DEMO_OLD_UNTIL", now.plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS).toString());
  }

  /** The secret of that name, such as {@code STRIPE}. */
  String get(String name) {
    String secret = byName.get("DEMO_" + name);
    if (secret == null) {
      throw new IllegalArgumentException("the demonstration has no secret " + name);
    }
    return secret;
  }

  /** As environment variables, with these added. */
  Map<String, String> environment(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(byName);
    all.putAll(more);
    return all;
  }

  private byte[] bytes(int count) {
    byte[] made = new byte[count];
    random.nextBytes(made);
    return made;
  }
}
