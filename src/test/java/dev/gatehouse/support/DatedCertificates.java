package dev.gatehouse.support;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.jspecify.annotations.Nullable;

/** Certificates that are in force for a time: RSA with 2,048 bits, SHA-256. */
public final class DatedCertificates {
  private static final AlgorithmIdentifier RSA =
      new AlgorithmIdentifier(PKCSObjectIdentifiers.sha256WithRSAEncryption, DERNull.INSTANCE);
  private static final AtomicLong SERIAL = new AtomicLong(1);

  private DatedCertificates() {}

  /** A certificate with its key. */
  public record Issued(X509Certificate certificate, KeyPair keys) {
    public String pem() {
      try {
        return "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
            + "\n-----END CERTIFICATE-----\n";
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }

    /** Signs with its key. */
    public byte[] sign(String algorithm, byte[] text) {
      try {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(keys.getPrivate());
        signature.update(text);
        return signature.sign();
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** A root, in force for a time from an instant on. */
  public static Issued root(String name, Instant from, Duration time) {
    KeyPair keys = keys();
    return new Issued(certificate(name, keys, name, keys, from, time, true, null), keys);
  }

  /** A certificate of an authority, or of a host. */
  public static Issued issued(
      Issued by, String name, Instant from, Duration time, boolean authority) {
    KeyPair keys = keys();
    String issuer = by.certificate.getSubjectX500Principal().getName().replace("CN=", "");
    return new Issued(
        certificate(name, keys, issuer, by.keys, from, time, authority, authority ? null : name),
        keys);
  }

  private static X509Certificate certificate(
      String subject,
      KeyPair keys,
      String issuer,
      KeyPair issuerKeys,
      Instant from,
      Duration time,
      boolean authority,
      @Nullable String host) {
    try {
      V3TBSCertificateGenerator parts = new V3TBSCertificateGenerator();
      parts.setSerialNumber(new ASN1Integer(BigInteger.valueOf(SERIAL.getAndIncrement())));
      parts.setSignature(RSA);
      parts.setIssuer(new X500Name("CN=" + issuer));
      parts.setSubject(new X500Name("CN=" + subject));
      parts.setStartDate(new Time(Date.from(from)));
      parts.setEndDate(new Time(Date.from(from.plus(time))));
      parts.setSubjectPublicKeyInfo(
          SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded()));
      ExtensionsGenerator extensions = new ExtensionsGenerator();
      extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
      if (host != null) {
        extensions.addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(new GeneralName(GeneralName.dNSName, host)));
      }
      parts.setExtensions(extensions.generate());
      var signed = parts.generateTBSCertificate();
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(issuerKeys.getPrivate());
      signature.update(signed.getEncoded("DER"));
      ASN1EncodableVector all = new ASN1EncodableVector();
      all.add(signed);
      all.add(RSA);
      all.add(new DERBitString(signature.sign()));
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(
                  new ByteArrayInputStream(new DERSequence(all).getEncoded("DER")));
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
