package dev.gatehouse.receive.signature.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.DatedCertificates;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PublicShapeTest {
  @Test
  void aPublicKeyIsOneInEverySpelling() throws GeneralSecurityException {
    PublicKey rsa = pair("RSA").getPublic();
    ECPublicKey ec = (ECPublicKey) pair("EC").getPublic();
    PublicKey edwards = pair("Ed25519").getPublic();
    byte[] point = point(ec);
    byte[] certificate =
        DatedCertificates.root("R", Instant.EPOCH, Duration.ofDays(1)).certificate().getEncoded();
    for (byte[] der :
        List.of(rsa.getEncoded(), ec.getEncoded(), edwards.getEncoded(), certificate, point)) {
      String base64 = Base64.getEncoder().encodeToString(der);
      for (String text :
          List.of(
              base64,
              base64.replace("=", ""),
              " " + base64 + "\n",
              Base64.getMimeEncoder().encodeToString(der),
              Base64.getUrlEncoder().encodeToString(der),
              Base64.getUrlEncoder().withoutPadding().encodeToString(der),
              HexFormat.of().formatHex(der),
              HexFormat.of().withUpperCase().formatHex(der),
              Base64.getEncoder().encodeToString(base64.getBytes(UTF_8)),
              "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----",
              Base64.getEncoder()
                  .encodeToString(
                      ("-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----")
                          .getBytes(UTF_8)))) {
        assertThat(PublicKeyText.looksPublic(text)).as(text).isTrue();
        assertThat(PublicKeyText.canBePublic(text)).as(text).isTrue();
      }
    }
    for (String text :
        List.of(
            "{\"kty\":\"RSA\",\"e\":\"AQAB\",\"n\":\"AAAA\"}",
            " {\"keys\":[]}",
            Base64.getEncoder().encodeToString("{\"keys\":[]}".getBytes(UTF_8)),
            "ssh-ed25519 AAAAC3Nz",
            "ecdsa-sha2-nistp256 AAAA")) {
      assertThat(PublicKeyText.looksPublic(text)).as(text).isTrue();
    }
    byte[] half = Arrays.copyOf(point, 33);
    half[0] = 2;
    assertThat(PublicKeyText.canBePublic(HexFormat.of().formatHex(half))).isTrue();
    assertThat(PublicKeyText.canBePublic(Base64.getEncoder().encodeToString(half))).isTrue();
    assertThat(PublicKeyText.looksPublic(HexFormat.of().formatHex(half))).isFalse();
  }

  @Test
  void sharedSecretsArePublicKeysToNobody() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      // 33 bytes are left out: one of 256 can be half a point.
      byte[] secret = new byte[16 + random.nextInt(16)];
      random.nextBytes(secret);
      if (secret[0] == 0x30) {
        secret[0] = 1;
      }
      for (String text :
          List.of(
              Base64.getEncoder().encodeToString(secret),
              HexFormat.of().formatHex(secret),
              "whsec_" + Base64.getEncoder().encodeToString(secret))) {
        assertThat(PublicKeyText.canBePublic(text)).as("seed %d: %s", seed, text).isFalse();
      }
    }
    for (String text : List.of("", " ", "correct horse battery staple", "=", "%%%", "0", "a|b")) {
      assertThat(PublicKeyText.canBePublic(text)).as(text).isFalse();
    }
  }

  private static byte[] point(ECPublicKey key) {
    byte[] point = new byte[65];
    point[0] = 4;
    put(key.getW().getAffineX(), point, 1);
    put(key.getW().getAffineY(), point, 33);
    return point;
  }

  private static void put(BigInteger number, byte[] into, int at) {
    byte[] bytes = number.toByteArray();
    int length = Math.min(bytes.length, 32);
    System.arraycopy(bytes, bytes.length - length, into, at + 32 - length, length);
  }

  private static KeyPair pair(String kind) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
    if (kind.equals("EC")) {
      generator.initialize(new ECGenParameterSpec("secp256r1"));
    }
    return generator.generateKeyPair();
  }
}
