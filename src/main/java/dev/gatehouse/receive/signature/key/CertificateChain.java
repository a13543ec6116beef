package dev.gatehouse.receive.signature.key;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Certificates that vouch for one another (RFC 5280), up to one that is trusted already. */
public final class CertificateChain {
  /** Longer chains than any authority has; bounds the work. */
  private static final int MAX_LENGTH = 6;

  private CertificateChain() {}

  /** The certificates of a JOSE {@code x5c} list; empty when one of them is none. */
  public static List<X509Certificate> enclosed(List<String> x5c) {
    List<X509Certificate> chain = new ArrayList<>();
    try {
      for (String each : x5c) {
        if (chain.size() == MAX_LENGTH) {
          return List.of();
        }
        byte[] der =
            Base64Text.standard(each)
                .orElseThrow(() -> new UnreadableKey("a certificate is not base64"));
        Keys.sound(Keys.certificate(der).getPublicKey());
        chain.add(Keys.certificate(der));
      }
    } catch (UnreadableKey e) {
      return List.of();
    }
    return List.copyOf(chain);
  }

  /**
   * True when the chain, leaf first, leads to one of the roots and all of it is in force at an
   * instant. Revocation lists are not asked: that would be a request somewhere for each check.
   *
   * @param chain the root itself may stand at its end
   */
  public static boolean leadsTo(
      Set<X509Certificate> roots, List<X509Certificate> chain, Instant at) {
    // The dates of a trust anchor are not part of PKIX; here each root counts in its own time only.
    Set<X509Certificate> trusted = new HashSet<>(roots);
    trusted.removeIf(root -> !inForce(root, at));
    List<X509Certificate> path = new ArrayList<>(chain);
    if (path.size() > 1 && trusted.contains(path.getLast())) {
      path.removeLast();
    }
    if (path.isEmpty() || path.size() > MAX_LENGTH || trusted.isEmpty()) {
      return false;
    }
    Set<TrustAnchor> anchors = new HashSet<>();
    trusted.forEach(root -> anchors.add(new TrustAnchor(root, null)));
    try {
      PKIXParameters parameters = new PKIXParameters(anchors);
      parameters.setRevocationEnabled(false);
      parameters.setDate(Date.from(at));
      CertPathValidator.getInstance("PKIX")
          .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
      return true;
    } catch (GeneralSecurityException | RuntimeException e) {
      return false;
    }
  }

  /** True when the certificate carries an extension of that object identifier. */
  public static boolean carries(X509Certificate certificate, String oid) {
    return certificate.getExtensionValue(oid) != null;
  }

  /** The certificate as {@code x5c} writes it. */
  public static String text(X509Certificate certificate) {
    try {
      return Base64.getEncoder().encodeToString(certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that was read can be written", e);
    }
  }

  private static boolean inForce(X509Certificate certificate, Instant at) {
    return !at.isBefore(certificate.getNotBefore().toInstant())
        && !at.isAfter(certificate.getNotAfter().toInstant());
  }
}
