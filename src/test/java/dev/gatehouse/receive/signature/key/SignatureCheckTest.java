package dev.gatehouse.receive.signature.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Signed with Java's own Signature, checked here; then everything that must not hold. */
class SignatureCheckTest {
  private static final List<byte[]> TEXT =
      List.of("hello ".getBytes(UTF_8), "world".getBytes(UTF_8));
  private static final byte[] JOINED = "hello world".getBytes(UTF_8);
  private static final KeyAlgorithm ED = new KeyAlgorithm.Ed25519();
  private static final KeyAlgorithm.Ecdsa P256_DER =
      new KeyAlgorithm.Ecdsa(Curve.P256, KeyHash.SHA256, KeyAlgorithm.Ecdsa.Form.DER);
  private static final KeyAlgorithm.Ecdsa P256_RAW =
      new KeyAlgorithm.Ecdsa(Curve.P256, KeyHash.SHA256, KeyAlgorithm.Ecdsa.Form.RAW);

  @Test
  void everyAlgorithmTakesItsOwnSignatureAndNoChangedOne() throws GeneralSecurityException {
    KeyPair ed = pair("Ed25519", null);
    check(ED, ed, sign("Ed25519", ed));
    for (Curve curve : Curve.values()) {
      KeyPair ec = pair("EC", "secp" + curve.jwkName().substring(2) + "r1");
      for (KeyHash hash : KeyHash.values()) {
        check(
            new KeyAlgorithm.Ecdsa(curve, hash, KeyAlgorithm.Ecdsa.Form.DER),
            ec,
            sign(hash.name() + "withECDSA", ec));
        check(
            new KeyAlgorithm.Ecdsa(curve, hash, KeyAlgorithm.Ecdsa.Form.RAW),
            ec,
            sign(hash.name() + "withECDSAinP1363Format", ec));
      }
    }
    KeyPair rsa = rsa(2048);
    for (KeyHash hash : KeyHash.values()) {
      check(new KeyAlgorithm.Rsa(hash, 2048), rsa, sign(hash.name() + "withRSA", rsa));
      Signature pss = Signature.getInstance("RSASSA-PSS");
      pss.setParameter(
          new PSSParameterSpec(
              hash.digest(), "MGF1", new MGF1ParameterSpec(hash.digest()), hash.bytes(), 1));
      pss.initSign(rsa.getPrivate());
      pss.update(JOINED);
      check(new KeyAlgorithm.RsaPss(hash, 2048), rsa, pss.sign());
    }
  }

  @Test
  void ecdsaRefusesZeroTheOrderAndMore() throws GeneralSecurityException {
    KeyPair ec = pair("EC", "secp256r1");
    BigInteger n = Curve.P256.order();
    List<BigInteger> numbers =
        List.of(
            BigInteger.ZERO, BigInteger.ONE, n.subtract(BigInteger.ONE), n, n.add(BigInteger.ONE));
    for (BigInteger r : numbers) {
      for (BigInteger s : numbers) {
        byte[] raw = new byte[64];
        put(raw, 0, r);
        put(raw, 32, s);
        assertThat(SignatureCheck.holds(P256_RAW, ec.getPublic(), TEXT, raw)).isFalse();
        assertThat(EcdsaNumbers.raw(raw, P256_RAW).isPresent()).isEqualTo(in(r, n) && in(s, n));
        byte[] der = der(r, s);
        assertThat(SignatureCheck.holds(P256_DER, ec.getPublic(), TEXT, der)).isFalse();
        assertThat(EcdsaNumbers.raw(der, P256_DER).isPresent()).isEqualTo(in(r, n) && in(s, n));
      }
    }
  }

  @Test
  void ecdsaInDerHasOneSpelling() throws GeneralSecurityException {
    KeyPair ec = pair("EC", "secp256r1");
    byte[] der = sign("SHA256withECDSA", ec);
    byte[] longLength = new byte[der.length + 1];
    longLength[0] = 0x30;
    longLength[1] = (byte) 0x81;
    System.arraycopy(der, 1, longLength, 2, der.length - 1);
    byte[] trailing = Arrays.copyOf(der, der.length + 1);
    byte[] zero = new byte[der.length + 1];
    zero[0] = 0x30;
    zero[1] = (byte) (der[1] + 1);
    zero[2] = 2;
    zero[3] = (byte) (der[3] + 1);
    System.arraycopy(der, 4, zero, 5, der.length - 4);
    for (byte[] other : List.of(longLength, trailing, zero)) {
      assertThat(SignatureCheck.holds(P256_DER, ec.getPublic(), TEXT, other)).isFalse();
    }
    assertThat(SignatureCheck.holds(P256_DER, ec.getPublic(), TEXT, der)).isTrue();
  }

  @Test
  void ed25519RefusesASecondSpellingOfAGoodSignature() throws GeneralSecurityException {
    KeyPair ed = pair("Ed25519", null);
    byte[] signature = sign("Ed25519", ed);
    byte[] s = new byte[32];
    for (int i = 0; i < 32; i++) {
      s[i] = signature[63 - i];
    }
    BigInteger order =
        BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
    byte[] grown = new BigInteger(1, s).add(order).toByteArray();
    byte[] other = signature.clone();
    Arrays.fill(other, 32, 64, (byte) 0);
    for (int i = 0; i < grown.length && i < 32; i++) {
      other[32 + i] = grown[grown.length - 1 - i];
    }
    assertThat(Ed25519.isReduced(signature)).isTrue();
    assertThat(Ed25519.isReduced(other)).isFalse();
    assertThat(SignatureCheck.holds(ED, ed.getPublic(), TEXT, other)).isFalse();
  }

  @Test
  void aKeyOfAnotherKindCurveOrSizeNeverHolds() throws GeneralSecurityException {
    KeyPair p384 = pair("EC", "secp384r1");
    KeyPair weak = rsa(1024);
    byte[] byP384 = sign("SHA256withECDSA", p384);
    byte[] byWeak = sign("SHA256withRSA", weak);
    assertThat(SignatureCheck.holds(P256_DER, p384.getPublic(), TEXT, byP384)).isFalse();
    assertThat(
            SignatureCheck.holds(
                new KeyAlgorithm.Rsa(KeyHash.SHA256, 2048), weak.getPublic(), TEXT, byWeak))
        .isFalse();
    assertThat(
            SignatureCheck.holds(
                new KeyAlgorithm.Rsa(KeyHash.SHA256, 1024), weak.getPublic(), TEXT, byWeak))
        .isTrue();
    assertThat(SignatureCheck.holds(ED, weak.getPublic(), TEXT, byWeak)).isFalse();
  }

  private static void check(KeyAlgorithm algorithm, KeyPair pair, byte[] signature) {
    assertThat(SignatureCheck.holds(algorithm, pair.getPublic(), TEXT, signature))
        .as(algorithm.toString())
        .isTrue();
    List<byte[]> otherText = List.of("hello worlds".getBytes(UTF_8));
    assertThat(SignatureCheck.holds(algorithm, pair.getPublic(), otherText, signature)).isFalse();
    assertThat(SignatureCheck.holds(algorithm, pair.getPublic(), TEXT, new byte[0])).isFalse();
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      byte[] changed = signature.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      byte[] cut = Arrays.copyOf(signature, random.nextInt(signature.length));
      byte[] grown = Arrays.copyOf(signature, signature.length + 1 + random.nextInt(8));
      for (byte[] each : List.of(changed, cut, grown)) {
        assertThat(SignatureCheck.holds(algorithm, pair.getPublic(), TEXT, each))
            .as("%s, seed %d, round %d", algorithm, seed, i)
            .isFalse();
      }
    }
  }

  private static boolean in(BigInteger number, BigInteger order) {
    return number.signum() > 0 && number.compareTo(order) < 0;
  }

  private static void put(byte[] into, int at, BigInteger number) {
    byte[] bytes = number.toByteArray();
    int from = Math.max(0, bytes.length - 32);
    System.arraycopy(bytes, from, into, at + 32 - (bytes.length - from), bytes.length - from);
  }

  private static byte[] der(BigInteger r, BigInteger s) {
    byte[] first = r.toByteArray();
    byte[] second = s.toByteArray();
    byte[] der = new byte[6 + first.length + second.length];
    der[0] = 0x30;
    der[1] = (byte) (der.length - 2);
    der[2] = 2;
    der[3] = (byte) first.length;
    System.arraycopy(first, 0, der, 4, first.length);
    der[4 + first.length] = 2;
    der[5 + first.length] = (byte) second.length;
    System.arraycopy(second, 0, der, 6 + first.length, second.length);
    return der;
  }

  private static byte[] sign(String algorithm, KeyPair pair) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(pair.getPrivate());
    signature.update(JOINED);
    return signature.sign();
  }

  private static KeyPair pair(String kind, @org.jspecify.annotations.Nullable String curve)
      throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
    if (curve != null) {
      generator.initialize(new ECGenParameterSpec(curve));
    }
    return generator.generateKeyPair();
  }

  private static KeyPair rsa(int bits) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(bits);
    return generator.generateKeyPair();
  }
}
