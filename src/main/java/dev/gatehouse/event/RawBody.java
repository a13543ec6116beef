package dev.gatehouse.event;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A body exactly as it arrived.
 *
 * <p>The array is not copied, on the way in or out: it is the hottest object there is. Whoever
 * hands it over, or borrows it, does not write to it. Prints its length only.
 */
public final class RawBody {
  private final byte[] bytes;

  public RawBody(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The bytes themselves, not a copy; do not write to them. */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return bytes.length;
  }

  /** A new SHA-256 of the bytes, 32 bytes long. */
  public byte[] sha256() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RawBody body && Arrays.equals(bytes, body.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
