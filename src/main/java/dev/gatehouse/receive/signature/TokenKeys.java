package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.jose.CompactJws;
import dev.gatehouse.receive.signature.jose.JwsAlgorithm;
import dev.gatehouse.receive.signature.key.CertificateChain;
import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import dev.gatehouse.receive.signature.key.PublicKeyText;
import dev.gatehouse.receive.signature.key.SignatureCheck;
import dev.gatehouse.receive.signature.key.VerifyingKey;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a token is signed with a secret, a key in it, or under a root in it.
 *
 * <p>The kind of key decides which algorithms it can be used with, never the token: a text that can
 * be a public key is nobody's shared secret (RFC 8725, section 2.1).
 */
final class TokenKeys {
  private static final int MAX_CHECKS = 64;

  private final JwtSignature spec;
  private final SigningKeys keys = new SigningKeys();

  TokenKeys(JwtSignature spec) {
    this.spec = spec;
  }

  /**
   * @param text what is signed
   * @param chainAt when the certificates that come with the token have to be in force
   */
  boolean hold(
      Secret secret, CompactJws jws, JwsAlgorithm algorithm, List<byte[]> text, Instant chainAt) {
    if (spec.chain() != null) {
      return byChain(spec.chain(), secret, jws, algorithm, text, chainAt);
    }
    if (algorithm.mac().isPresent()) {
      return !keys.isPublic(secret, spec.mixed())
          && spec.key()
              .key(secret)
              .map(key -> macHolds(algorithm.mac().get(), key, text, jws.signature()))
              .orElse(false);
    }
    return (!spec.mixed() || keys.isPublic(secret, spec.mixed()))
        && byKey(secret, jws, algorithm, text);
  }

  private boolean byKey(Secret secret, CompactJws jws, JwsAlgorithm algorithm, List<byte[]> text) {
    int checks = 0;
    KeyAlgorithm pinned = algorithm.keys().orElseThrow();
    for (VerifyingKey key : keys.in(secret)) {
      if (key.answersTo(jws.keyId())
          && (key.alg() == null || key.alg().equals(algorithm.word()))
          && ++checks <= MAX_CHECKS
          && SignatureCheck.holds(pinned, key.key(), text, jws.signature())) {
        return true;
      }
    }
    return false;
  }

  private static boolean byChain(
      JwtSignature.Chain rule,
      Secret secret,
      CompactJws jws,
      JwsAlgorithm algorithm,
      List<byte[]> text,
      Instant at) {
    List<String> enclosed = jws.certificates();
    if (enclosed.size() != rule.length()) {
      return false;
    }
    List<X509Certificate> chain = CertificateChain.enclosed(enclosed);
    Set<X509Certificate> roots = new HashSet<>(PublicKeyText.certificates(secret.value()));
    return chain.size() == rule.length()
        && carries(chain, 0, rule.leafMarker())
        && carries(chain, 1, rule.issuerMarker())
        && roots.contains(chain.getLast())
        && CertificateChain.leadsTo(roots, chain, at)
        && SignatureCheck.holds(
            algorithm.keys().orElseThrow(), chain.getFirst().getPublicKey(), text, jws.signature());
  }

  private static boolean carries(List<X509Certificate> chain, int at, @Nullable String marker) {
    return marker == null || (at < chain.size() && CertificateChain.carries(chain.get(at), marker));
  }

  private static boolean macHolds(String name, byte[] key, List<byte[]> text, byte[] given) {
    try {
      Mac mac = Mac.getInstance(name);
      mac.init(new SecretKeySpec(key, name));
      text.forEach(mac::update);
      byte[] expected = mac.doFinal();
      return given.length == expected.length && MessageDigest.isEqual(expected, given);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + name, e);
    }
  }
}
