package dev.gatehouse.receive.signature;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Macs that know their key already, one per secret, copied for each use: looking the algorithm up
 * and setting the key costs about as much as hashing half a kilobyte.
 *
 * <p>{@code known} is replaced as a whole and never changed, so readers need no lock; two threads
 * that add at once lose one entry, which the next request adds again.
 */
final class PreparedKeys {
  /** More than a source ever holds; when rotation has filled it up, it starts afresh. */
  private static final int MAX_KNOWN = 32;

  private final Hash hash;
  private final KeyForm form;
  private volatile List<Prepared> known = List.of();

  private record Prepared(Secret secret, @Nullable Mac mac) {}

  PreparedKeys(Hash hash, KeyForm form) {
    this.hash = hash;
    this.form = form;
  }

  /** A fresh Mac for this secret; empty for a secret that must not match anything. */
  Optional<Mac> mac(Secret secret) {
    for (Prepared prepared : known) {
      if (prepared.secret.equals(secret)) {
        return Optional.ofNullable(prepared.mac).map(this::copy);
      }
    }
    Mac mac = form.key(secret).map(this::prepare).orElse(null);
    List<Prepared> next = known.size() < MAX_KNOWN ? new ArrayList<>(known) : new ArrayList<>();
    next.add(new Prepared(secret, mac));
    known = List.copyOf(next);
    return Optional.ofNullable(mac).map(this::copy);
  }

  private Mac copy(Mac prepared) {
    try {
      return (Mac) prepared.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(hash + " of this Java cannot be copied", e);
    }
  }

  private Mac prepare(byte[] key) {
    try {
      Mac mac = Mac.getInstance(hash.jcaMac());
      mac.init(new SecretKeySpec(key, hash.jcaMac()));
      // Makes the JDK's HMAC hash its first block, the padded key, here instead of in every copy.
      mac.update(new byte[0]);
      return mac;
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every JDK has " + hash.jcaMac(), e);
    }
  }
}
