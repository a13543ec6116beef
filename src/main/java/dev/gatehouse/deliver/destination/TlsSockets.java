package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.Tls;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The encryption of one destination: its own authorities, our certificate. The host's name is
 * checked by the client in any case.
 */
record TlsSockets(SSLSocketFactory factory, X509TrustManager trust) {
  /** Keeps keys in memory; there is nobody to keep them from. */
  private static final char[] NO_PASSWORD = {};

  static TlsSockets of(Tls tls) {
    try {
      X509TrustManager trust = trust(tls);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(tls.identity()), new TrustManager[] {trust}, null);
      return new TlsSockets(context.getSocketFactory(), trust);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static X509TrustManager trust(Tls tls) throws GeneralSecurityException, IOException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    // A store of null stands for the JDK's own.
    factory.init(tls.authorities().isEmpty() ? null : store(tls));
    return Stream.of(factory.getTrustManagers())
        .filter(X509TrustManager.class::isInstance)
        .map(X509TrustManager.class::cast)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("every JDK trusts X.509"));
  }

  private static KeyStore store(Tls tls) throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    int number = 0;
    for (X509Certificate each : tls.authorities()) {
      store.setCertificateEntry("authority" + number++, each);
    }
    return store;
  }

  private static KeyManager @Nullable [] keys(Tls.@Nullable Identity identity)
      throws GeneralSecurityException, IOException {
    if (identity == null) {
      return null;
    }
    KeyStore store = empty();
    store.setKeyEntry(
        "own", identity.key(), NO_PASSWORD, identity.chain().toArray(X509Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
