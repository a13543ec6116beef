package dev.gatehouse.deliver;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom a destination's certificate has to come from, and what we show of ourselves.
 *
 * @param authorities instead of the ones the JDK trusts; empty: those
 * @param identity our certificate and its key; null: we show none
 */
public record Tls(List<X509Certificate> authorities, @Nullable Identity identity) {
  /** The JDK's authorities, no certificate of ours. */
  public static final Tls STANDARD = new Tls(List.of(), null);

  public Tls {
    authorities = List.copyOf(authorities);
  }

  /** Whether anything differs from the standard. */
  public boolean isStandard() {
    return authorities.isEmpty() && identity == null;
  }

  /**
   * A certificate and the key that goes with it.
   *
   * @param chain ours first, then whoever signed the one before
   * @throws IllegalArgumentException when the key is not the one the certificate speaks of
   */
  public record Identity(List<X509Certificate> chain, PrivateKey key) {
    private static final byte[] SAMPLE = {1, 2, 3, 4};

    public Identity {
      chain = List.copyOf(chain);
      if (chain.isEmpty() || !belongTogether(chain.getFirst(), key)) {
        throw new IllegalArgumentException("the key does not belong to the certificate");
      }
    }

    @Override
    public String toString() {
      return "Identity[***]";
    }

    private static boolean belongTogether(X509Certificate certificate, PrivateKey key) {
      String algorithm =
          switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "Ed25519";
          };
      try {
        Signature sign = Signature.getInstance(algorithm);
        sign.initSign(key);
        sign.update(SAMPLE);
        byte[] signature = sign.sign();
        sign.initVerify(certificate.getPublicKey());
        sign.update(SAMPLE);
        return sign.verify(signature);
      } catch (GeneralSecurityException e) {
        return false;
      }
    }
  }
}
