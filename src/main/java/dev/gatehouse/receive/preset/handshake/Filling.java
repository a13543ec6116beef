package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.extract.RequestProbe;
import dev.gatehouse.receive.signature.Secret;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of an answer are taken from.
 *
 * @param url of the source, without a query
 * @param secret whose hash and public part may be asked for
 * @param hash null when the rule makes none
 * @param decrypted null when the rule decrypts nothing, or it could not be
 */
record Filling(
    RequestProbe.Found found,
    String url,
    Map<String, String> values,
    @Nullable Secret secret,
    Optional<String> hash,
    Optional<String> decrypted) {

  Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** What stands before the bar, so that no part of a secret without one is ever shown. */
  Optional<String> publicPart() {
    if (secret == null) {
      return Optional.empty();
    }
    int bar = secret.value().indexOf('|');
    return bar < 1 ? Optional.empty() : Optional.of(secret.value().substring(0, bar));
  }

  Filling withHash(Optional<String> made) {
    return new Filling(found, url, values, secret, made, decrypted);
  }

  Filling withDecrypted(Optional<String> plain) {
    return new Filling(found, url, values, secret, hash, plain);
  }
}
