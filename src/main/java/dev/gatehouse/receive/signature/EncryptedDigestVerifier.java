package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Checks {@link EncryptedDigest} rules: decrypts, then computes the digest again. */
final class EncryptedDigestVerifier implements Verifier {
  private final EncryptedDigest spec;

  EncryptedDigestVerifier(EncryptedDigest spec) {
    this.spec = spec;
  }

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    RequestParts parts = new RequestParts(request);
    return switch (parts.read(spec.at(), null)) {
      case HeaderName.Reading.Absent absent -> Refusals.missing(spec.at());
      case HeaderName.Reading.Repeated repeated -> Refusals.repeated(spec.at());
      case HeaderName.Reading.Single single -> {
        Optional<byte[]> sealed = sealed(single.value());
        yield sealed.isEmpty()
            ? Refusals.malformed(spec.at(), "does not hold a checksum of the expected form")
            : tried(parts, sealed.get(), secrets, now);
      }
    };
  }

  private Verification tried(
      RequestParts parts, byte[] sealed, List<LiveSecret> secrets, Instant now) {
    SignedText.Sources sources = new SignedText.Sources(parts, "", List.of(), null, null);
    return switch (SignedText.of(spec.over(), sources)) {
      case SignedText.Impossible impossible -> impossible.why();
      case SignedText.Pieces text -> {
        boolean usable = false;
        boolean expired = false;
        for (LiveSecret secret : secrets) {
          if (!EncryptedDigest.isKey(secret.secret())) {
            continue;
          }
          boolean matches = matches(text.bytes(), sealed, secret.secret());
          if (secret.liveAt(now)) {
            usable = true;
            if (matches) {
              yield new Verification.Verified(secret.label(), null);
            }
          } else {
            expired |= matches;
          }
        }
        yield refusal(usable, expired);
      }
    };
  }

  private static Optional<byte[]> sealed(String text) {
    if (text.isEmpty() || text.length() > SignatureHeader.MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      return Optional.of(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      // Not base64: nothing to open.
      return Optional.empty();
    }
  }

  private static Verification refusal(boolean usable, boolean expired) {
    if (expired) {
      return Refusals.refused(
          RefusalReason.EXPIRED_SECRET, "signed with a secret whose time has run out");
    }
    return usable
        ? Refusals.refused(RefusalReason.MISMATCH, "the checksum belongs to other bytes or secrets")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no secret that can match");
  }

  private boolean matches(List<byte[]> text, byte[] sealed, Secret secret) {
    byte[] open;
    try {
      Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
      cipher.init(
          Cipher.DECRYPT_MODE,
          new SecretKeySpec(secret.value().getBytes(StandardCharsets.UTF_8), "AES"),
          new IvParameterSpec(spec.iv().getBytes(StandardCharsets.UTF_8)));
      open = cipher.doFinal(sealed);
    } catch (GeneralSecurityException e) {
      // Sealed with another key, or no whole blocks: this secret did not make it.
      return false;
    }
    int digest = spec.hash().bytes() * 2;
    if (open.length != digest + spec.saltCharacters()) {
      return false;
    }
    byte[] salt = Arrays.copyOfRange(open, digest, open.length);
    MessageDigest hash = spec.hash().newDigest();
    text.forEach(hash::update);
    hash.update(salt);
    byte[] expected = HexFormat.of().formatHex(hash.digest()).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(expected, Arrays.copyOf(open, digest));
  }
}
