package dev.gatehouse.support;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/** A certificate authority for a test, and what it signs: real ones, over elliptic curves. */
public final class Certificates {
  private static final AtomicLong SERIAL = new AtomicLong(1);
  private static final AlgorithmIdentifier ECDSA =
      new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);

  private final KeyPair keys;
  private final X509Certificate certificate;

  /** A certificate with its key. */
  public record Issued(X509Certificate certificate, PrivateKey key) {
    public String certificatePem() {
      return pem(certificate);
    }

    public String keyPem() {
      return block("PRIVATE KEY", key.getEncoded());
    }
  }

  private Certificates(KeyPair keys, X509Certificate certificate) {
    this.keys = keys;
    this.certificate = certificate;
  }

  /** A new authority that nobody trusts yet. */
  public static Certificates authority(String name) throws GeneralSecurityException, IOException {
    KeyPair keys = newKeys();
    return new Certificates(keys, sign(name, keys, name, keys, null, Duration.ofHours(1)));
  }

  public X509Certificate certificate() {
    return certificate;
  }

  public String pem() {
    return pem(certificate);
  }

  /** A certificate for that host name, good for an hour. */
  public Issued issue(String host) throws GeneralSecurityException, IOException {
    return issue(host, Duration.ofHours(1));
  }

  /** The same, ending so long from now, or so long ago. */
  public Issued issue(String host, Duration end) throws GeneralSecurityException, IOException {
    KeyPair theirs = newKeys();
    String issuer = certificate.getSubjectX500Principal().getName().substring("CN=".length());
    return new Issued(sign(host, theirs, issuer, keys, host, end), theirs.getPrivate());
  }

  /** For a server with that certificate that trusts this authority's clients. */
  public SSLContext server(Issued own) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "own", own.key(), new char[0], new X509Certificate[] {own.certificate(), certificate});
    KeyManagerFactory keyManagers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keyManagers.init(store, new char[0]);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", certificate);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  private static X509Certificate sign(
      String subject, KeyPair theirs, String issuer, KeyPair by, String host, Duration end)
      throws GeneralSecurityException, IOException {
    V3TBSCertificateGenerator body = new V3TBSCertificateGenerator();
    body.setSerialNumber(
        new org.bouncycastle.asn1.ASN1Integer(BigInteger.valueOf(SERIAL.getAndIncrement())));
    body.setSignature(ECDSA);
    body.setIssuer(new X500Name("CN=" + issuer));
    body.setSubject(new X500Name("CN=" + subject));
    Instant now = Instant.now();
    body.setStartDate(new Time(Date.from(now.minus(Duration.ofDays(2)))));
    body.setEndDate(new Time(Date.from(now.plus(end))));
    body.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(theirs.getPublic().getEncoded()));
    ExtensionsGenerator extensions = new ExtensionsGenerator();
    extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(host == null));
    if (host != null) {
      extensions.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, host)));
    }
    body.setExtensions(extensions.generate());
    TBSCertificate signed = body.generateTBSCertificate();
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(by.getPrivate());
    signature.update(signed.getEncoded("DER"));
    ASN1EncodableVector whole = new ASN1EncodableVector();
    whole.add(signed);
    whole.add(ECDSA);
    whole.add(new DERBitString(signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(new DERSequence(whole).getEncoded("DER")));
  }

  private static String pem(X509Certificate certificate) {
    try {
      return block("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String block(String label, byte[] content) {
    return "-----BEGIN "
        + label
        + "-----\n"
        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content)
        + "\n-----END "
        + label
        + "-----\n";
  }
}
