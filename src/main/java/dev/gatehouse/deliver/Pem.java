package dev.gatehouse.deliver;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and keys in PEM. Its complaints repeat nothing of what they are about. */
public final class Pem {
  /** RFC 7468, section 10: PKCS#8 without a password. */
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");

  private Pem() {}

  /**
   * All certificates of a text, in its order.
   *
   * @throws IllegalArgumentException when there is none, or one that is not X.509
   */
  public static List<X509Certificate> certificates(String text) {
    try {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!found.isEmpty()) {
        return found;
      }
    } catch (CertificateException e) {
      throw new IllegalArgumentException("expected certificates in PEM", e);
    }
    throw new IllegalArgumentException("expected certificates in PEM");
  }

  /**
   * The private key of a text: elliptic curve, RSA or Ed25519.
   *
   * @throws IllegalArgumentException when there is none that can be read
   */
  public static PrivateKey privateKey(String text) {
    Matcher block = KEY.matcher(text);
    if (block.find()) {
      try {
        var encoded =
            new PKCS8EncodedKeySpec(
                Base64.getDecoder().decode(block.group(1).replaceAll("\\s", "")));
        for (String algorithm : ALGORITHMS) {
          try {
            return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
          } catch (GeneralSecurityException otherAlgorithm) {
            continue;
          }
        }
      } catch (IllegalArgumentException notBase64) {
        throw new IllegalArgumentException("the key in PEM cannot be read");
      }
    }
    throw new IllegalArgumentException(
        "expected a private key in PEM (PKCS#8 without a password, as openssl pkcs8 -topk8 -nocrypt"
            + " writes it)");
  }
}
