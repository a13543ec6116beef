package dev.gatehouse.receive.signature;

import java.time.Instant;
import java.util.List;

/**
 * A signature rule made ready once, for every request of a source; shared by all threads.
 *
 * <p>Every signature in the header is tried with every live secret. Digests are compared in
 * constant time, after their length. Blank, undecodable and expired secrets never match.
 */
public sealed interface Verifier
    permits HmacVerifier,
        TokenVerifier,
        TemplatedHashVerifier,
        EncryptedDigestVerifier,
        PlacedTokenVerifier,
        UnverifiedVerifier,
        PublicKeyVerifier,
        HttpSignatureVerifier,
        JwtVerifier {
  static Verifier of(SignatureSpec spec) {
    return switch (spec) {
      case SignatureSpec.Hmac hmac -> new HmacVerifier(hmac);
      case SignatureSpec.Token token -> new TokenVerifier(token);
      case TemplatedHash hash -> new TemplatedHashVerifier(hash);
      case EncryptedDigest digest -> new EncryptedDigestVerifier(digest);
      case PlacedToken token -> new PlacedTokenVerifier(token);
      case Unverified unverified -> new UnverifiedVerifier(unverified);
      case PublicKeySignature publicKey -> new PublicKeyVerifier(publicKey);
      case HttpSignature http -> new HttpSignatureVerifier(http);
      case JwtSignature jwt -> new JwtVerifier(jwt);
    };
  }

  /**
   * Checks one request.
   *
   * @param now the instant the request arrived
   * @return never throws for anything a sender can send
   */
  Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now);
}
