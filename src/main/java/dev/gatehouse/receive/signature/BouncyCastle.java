package dev.gatehouse.receive.signature;

import java.security.MessageDigest;
import org.bouncycastle.jcajce.provider.digest.Keccak;

/**
 * Hashes that Java's cryptography lacks. Apart from {@link Hash}, because the library's jar is
 * signed: with its first class the Java machine checks the list of all its entries, which a start
 * without such a hash need not wait for.
 */
final class BouncyCastle {
  private BouncyCastle() {}

  static MessageDigest keccak256() {
    return new Keccak.Digest256();
  }
}
