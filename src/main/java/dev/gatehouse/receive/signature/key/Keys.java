package dev.gatehouse.receive.signature.key;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.KeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;

/** Makes Java's key objects, and refuses those no algorithm here could use. */
final class Keys {
  private Keys() {}

  /** A key from its numbers. */
  static PublicKey make(String algorithm, KeySpec spec) throws UnreadableKey {
    try {
      return sound(KeyFactory.getInstance(algorithm).generatePublic(spec));
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new UnreadableKey("the numbers of the key make no " + algorithm + " key");
    }
  }

  /** A SubjectPublicKeyInfo, the content of {@code BEGIN PUBLIC KEY}. */
  static PublicKey spki(byte[] der) throws UnreadableKey {
    for (String algorithm : new String[] {"RSA", "EC", "Ed25519"}) {
      try {
        return sound(KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(der)));
      } catch (GeneralSecurityException | RuntimeException e) {
        // Not of this kind; the next one.
        continue;
      }
    }
    throw new UnreadableKey("the key is no RSA, EC (P-256, P-384, P-521) or Ed25519 public key");
  }

  /** An RSAPublicKey of PKCS#1, the content of {@code BEGIN RSA PUBLIC KEY}. */
  static PublicKey pkcs1(byte[] der) throws UnreadableKey {
    try {
      var numbers = org.bouncycastle.asn1.pkcs.RSAPublicKey.getInstance(der);
      return make("RSA", new RSAPublicKeySpec(numbers.getModulus(), numbers.getPublicExponent()));
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new UnreadableKey("the key is no PKCS#1 public key");
    }
  }

  static X509Certificate certificate(byte[] der) throws UnreadableKey {
    try {
      ByteArrayInputStream in = new ByteArrayInputStream(der);
      X509Certificate certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      if (in.available() > 0) {
        throw new UnreadableKey("there is more after the certificate");
      }
      return certificate;
    } catch (CertificateException | RuntimeException e) {
      throw new UnreadableKey("the certificate cannot be read");
    }
  }

  /** 32 bytes of an Ed25519 key, an uncompressed point of a curve, or a SubjectPublicKeyInfo. */
  static PublicKey bare(byte[] bytes) throws UnreadableKey {
    if (bytes.length == Ed25519.KEY_BYTES) {
      return make(
          "Ed25519", new EdECPublicKeySpec(NamedParameterSpec.ED25519, Ed25519.point(bytes)));
    }
    for (Curve curve : Curve.values()) {
      if (bytes.length == 1 + 2 * curve.bytes() && bytes[0] == 4) {
        int half = 1 + curve.bytes();
        BigInteger x = new BigInteger(1, Arrays.copyOfRange(bytes, 1, half));
        BigInteger y = new BigInteger(1, Arrays.copyOfRange(bytes, half, bytes.length));
        return make("EC", new ECPublicKeySpec(new ECPoint(x, y), curve.parameters()));
      }
    }
    return spki(bytes);
  }

  static PublicKey sound(PublicKey key) throws UnreadableKey {
    boolean sound =
        switch (key) {
          case RSAPublicKey rsa -> true;
          case ECPublicKey ec -> Arrays.stream(Curve.values()).anyMatch(curve -> curve.holds(ec));
          case EdECPublicKey edwards -> new KeyAlgorithm.Ed25519().mistakeIn(edwards).isEmpty();
          default -> false;
        };
    if (!sound) {
      throw new UnreadableKey("the key is not on a known curve, or is a weak point of it");
    }
    return key;
  }
}
