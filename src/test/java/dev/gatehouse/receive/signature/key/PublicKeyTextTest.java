package dev.gatehouse.receive.signature.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublicKeyTextTest {
  @Test
  void oneKeyReadsTheSameInEveryForm() throws GeneralSecurityException {
    PublicKey ed = KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic();
    byte[] bare =
        Arrays.copyOfRange(ed.getEncoded(), ed.getEncoded().length - 32, ed.getEncoded().length);
    String jwk = "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"k\",\"x\":\"" + url(bare) + "\"}";
    for (String text :
        List.of(
            pem(ed),
            HexFormat.of().formatHex(bare),
            Base64.getEncoder().encodeToString(bare),
            Base64.getEncoder().encodeToString(ed.getEncoded()),
            jwk,
            "{\"keys\":[" + jwk + "]}")) {
      assertThat(keys(text)).as(text).extracting(VerifyingKey::key).containsExactly(ed);
    }
    ECPublicKey ec = (ECPublicKey) ec("secp256r1").getPublic();
    byte[] encoded = ec.getEncoded();
    byte[] point = Arrays.copyOfRange(encoded, encoded.length - 65, encoded.length);
    String ecJwk =
        "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\""
            + url(Arrays.copyOfRange(point, 1, 33))
            + "\",\"y\":\""
            + url(Arrays.copyOfRange(point, 33, 65))
            + "\"}";
    for (String text : List.of(pem(ec), HexFormat.of().formatHex(point), ecJwk)) {
      assertThat(keys(text).getFirst().key().getEncoded()).isEqualTo(encoded);
    }
    RSAPublicKey rsa = (RSAPublicKey) rsa().getPublic();
    String rsaJwk =
        "{\"kty\":\"RSA\",\"e\":\"AQAB\",\"n\":\"" + url(unsigned(rsa.getModulus())) + "\"}";
    for (String text : List.of(pem(rsa), rsaJwk)) {
      assertThat(keys(text)).extracting(VerifyingKey::key).containsExactly(rsa);
    }
  }

  @Test
  void aLineBeforeTheBlockNamesItsKey() throws GeneralSecurityException {
    String text = "kid: a\n" + pem(rsa().getPublic()) + "kid: b\n" + pem(rsa().getPublic());
    assertThat(keys(text)).extracting(VerifyingKey::id).containsExactly("a", "b");
  }

  @Test
  void aPointOfSmallOrderIsNoKey() throws GeneralSecurityException {
    for (BigInteger y : Ed25519.SMALL_ORDER) {
      byte[] key = new byte[32];
      byte[] big = y.toByteArray();
      for (int i = 0; i < Math.min(32, big.length); i++) {
        key[i] = big[big.length - 1 - i];
      }
      assertThat(why(HexFormat.of().formatHex(key))).contains("weak point");
      key[31] |= (byte) 0x80;
      assertThat(why(HexFormat.of().formatHex(key))).contains("weak point");
    }
    // p + 3, a second spelling of the point with y = 3.
    byte[] grown = new byte[32];
    Arrays.fill(grown, (byte) 0xFF);
    grown[0] = (byte) 0xF0;
    grown[31] = 0x7F;
    assertThat(why(HexFormat.of().formatHex(grown))).contains("weak point");
  }

  @Test
  void whatIsNoPublicKeyIsNamedForWhatItIs() throws GeneralSecurityException {
    String secret = Base64.getMimeEncoder().encodeToString(rsa().getPrivate().getEncoded());
    assertThat(why("-----BEGIN PRIVATE KEY-----\n" + secret + "\n-----END PRIVATE KEY-----"))
        .contains("private key");
    assertThat(why("{\"kty\":\"oct\",\"k\":\"c2VjcmV0\"}")).contains("shared key");
    assertThat(why("{\"kty\":\"RSA\",\"n\":\"AA\",\"n\":\"AQ\",\"e\":\"AQAB\"}"))
        .contains("neither a JWK");
    assertThat(why("not a key at all")).contains("neither PEM");
    assertThat(why("-----BEGIN PUBLIC KEY-----")).contains("PEM");
  }

  @Test
  void aPointThatIsNotOnItsCurveIsNoKey() throws GeneralSecurityException {
    byte[] encoded = ec("secp256r1").getPublic().getEncoded();
    byte[] point = Arrays.copyOfRange(encoded, encoded.length - 65, encoded.length);
    point[64] ^= 1;
    assertThat(why(HexFormat.of().formatHex(point))).contains("known curve");
    encoded[encoded.length - 1] ^= 1;
    assertThat(why(Base64.getEncoder().encodeToString(encoded))).isNotEmpty();
    String secp256k1 =
        "3056301006072a8648ce3d020106052b8104000a034200"
            + "0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
            + "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8";
    assertThat(why(secp256k1)).isNotEmpty();
  }

  private static List<VerifyingKey> keys(String text) {
    return switch (PublicKeyText.pasted(text)) {
      case KeyReading.Keys keys -> keys.keys();
      case KeyReading.Unreadable unreadable -> throw new AssertionError(unreadable.why());
    };
  }

  private static String why(String text) {
    return switch (PublicKeyText.pasted(text)) {
      case KeyReading.Keys keys -> throw new AssertionError("read as " + keys);
      case KeyReading.Unreadable unreadable -> unreadable.why();
    };
  }

  private static String pem(PublicKey key) {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(key.getEncoded())
        + "\n-----END PUBLIC KEY-----\n";
  }

  private static String url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] unsigned(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  private static KeyPair ec(String curve) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(curve));
    return generator.generateKeyPair();
  }

  private static KeyPair rsa() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair();
  }
}
