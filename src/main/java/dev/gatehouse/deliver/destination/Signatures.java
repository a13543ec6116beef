package dev.gatehouse.deliver.destination;

import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs what goes out, as Standard Webhooks says.
 *
 * <p>Signed text: {@code webhook-id}, a full stop, {@code webhook-timestamp} in Unix seconds, a
 * full stop, the body as it is sent. Value: {@code v1,} and HMAC-SHA256 in base64, once for each
 * live secret, with a blank between. Source: the Standard Webhooks specification, "Signature
 * scheme" and "Zero downtime secret rotation".
 *
 * <p>Keys are made once for a destination, not for each request; that is why this is not the
 * general signer of {@code receive.signature}.
 */
final class Signatures {
  private static final String PREFIX = "whsec_";

  private final List<Key> keys;

  private record Key(LiveSecret secret, SecretKeySpec spec) {}

  Signatures(List<LiveSecret> secrets) {
    this.keys = secrets.stream().map(s -> new Key(s, spec(s.secret()))).toList();
  }

  /** The value of {@code webhook-signature}; empty when no secret is live. */
  String sign(String id, long timestamp, byte[] body, Instant now) {
    StringBuilder value = new StringBuilder();
    byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
    for (Key key : keys) {
      if (key.secret.liveAt(now)) {
        value.append(value.isEmpty() ? "v1," : " v1,").append(mac(key.spec, head, body));
      }
    }
    return value.toString();
  }

  private static String mac(SecretKeySpec key, byte[] head, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update(head);
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private static SecretKeySpec spec(Secret secret) {
    String text = secret.value();
    byte[] key =
        text.startsWith(PREFIX)
            ? Base64.getDecoder().decode(text.substring(PREFIX.length()))
            : text.getBytes(StandardCharsets.UTF_8);
    return new SecretKeySpec(key, "HmacSHA256");
  }
}
