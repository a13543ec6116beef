package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.signature.Hash;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.KeyedHash;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SpecMistake;
import dev.gatehouse.receive.signature.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A hash that proves to the provider that we hold what we should.
 *
 * @param key how the secret becomes the key; null for a plain hash
 * @param over the text that is hashed
 */
public record MadeHash(Hash hash, @Nullable KeyForm key, AnswerText over, TextEncoding encoding) {
  public MadeHash {
    if (over.usesHash()) {
      throw new SpecMistake("a hash is made of the request, not of itself");
    }
    if (over.paths().isEmpty()) {
      throw new SpecMistake("a hash that is the same for every request proves nothing");
    }
    if (key != null && over.parts().size() != 1) {
      // Else the bounds of the part would not be those of the text that is signed.
      throw new SpecMistake("a text that is signed for the sender is one place and nothing more");
    }
  }

  /** Empty when the request, a value or the secret does not give what is needed. */
  Optional<String> of(Filling filling, ChallengeText bounds) {
    Optional<byte[]> text =
        over.fill(filling, bounds).map(filled -> filled.getBytes(StandardCharsets.UTF_8));
    KeyForm form = key;
    if (form == null) {
      return text.map(bytes -> encoding.encode(KeyedHash.digest(hash, bytes)));
    }
    Secret secret = filling.secret();
    return secret == null
        ? Optional.empty()
        : text.flatMap(bytes -> KeyedHash.mac(hash, form, secret, bytes)).map(encoding::encode);
  }
}
