package dev.gatehouse.receive.signature.key;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.List;

/** Checks one signature with one key. */
public final class SignatureCheck {
  private SignatureCheck() {}

  /**
   * True when the signature over the joined pieces is the key owner's.
   *
   * @return false for every other signature, also for one that makes Java's own code stumble
   */
  public static boolean holds(
      KeyAlgorithm algorithm, PublicKey key, List<byte[]> text, byte[] signature) {
    if (algorithm.mistakeIn(key).isPresent()) {
      return false;
    }
    return switch (algorithm) {
      case KeyAlgorithm.Ed25519 ed ->
          Ed25519.isReduced(signature) && verify(instance("Ed25519"), key, text, signature);
      case KeyAlgorithm.Ecdsa ecdsa ->
          EcdsaNumbers.raw(signature, ecdsa)
              .map(
                  raw ->
                      verify(
                          instance(ecdsa.hash().inSignature() + "withECDSAinP1363Format"),
                          key,
                          text,
                          raw))
              .orElse(false);
      case KeyAlgorithm.Rsa rsa ->
          fills(key, signature)
              && verify(instance(rsa.hash().inSignature() + "withRSA"), key, text, signature);
      case KeyAlgorithm.RsaPss pss ->
          fills(key, signature) && verify(pss(pss.hash()), key, text, signature);
    };
  }

  private static boolean verify(
      Signature signature, PublicKey key, List<byte[]> text, byte[] given) {
    try {
      signature.initVerify(key);
      for (byte[] piece : text) {
        signature.update(piece);
      }
      return signature.verify(given);
    } catch (GeneralSecurityException | RuntimeException e) {
      // A signature the provider's code cannot even read is not a signature.
      return false;
    }
  }

  /** An RSA signature is as long as its modulus, leading zeros included. */
  private static boolean fills(PublicKey key, byte[] signature) {
    return key instanceof RSAPublicKey rsa
        && signature.length == (rsa.getModulus().bitLength() + 7) / 8;
  }

  private static Signature pss(KeyHash hash) {
    Signature signature = instance("RSASSA-PSS");
    try {
      signature.setParameter(
          new PSSParameterSpec(
              hash.digest(),
              "MGF1",
              new MGF1ParameterSpec(hash.digest()),
              hash.bytes(),
              PSSParameterSpec.TRAILER_FIELD_BC));
    } catch (InvalidAlgorithmParameterException e) {
      throw new IllegalStateException("every JDK has RSASSA-PSS with " + hash, e);
    }
    return signature;
  }

  private static Signature instance(String name) {
    try {
      return Signature.getInstance(name);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + name, e);
    }
  }
}
