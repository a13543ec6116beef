package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import dev.gatehouse.receive.signature.key.KeyReading;
import dev.gatehouse.receive.signature.key.PublicKeyText;
import dev.gatehouse.receive.signature.key.VerifyingKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Public keys that operators pasted where other sources have secrets, read once each.
 *
 * <p>{@code known} is replaced as a whole and never changed, so readers need no lock; two threads
 * that add at once lose one entry, which the next request adds again.
 */
final class SigningKeys {
  private static final int MAX_KNOWN = 32;

  private volatile List<Read> known = List.of();

  private record Read(
      Secret text, List<VerifyingKey> keys, boolean looksPublic, boolean canBePublic) {}

  /** The keys in a text; none when it is no key. */
  List<VerifyingKey> in(Secret text) {
    return read(text).keys;
  }

  /**
   * True for a text that must never be a shared secret.
   *
   * @param strictly where there is a choice of both kinds, so that doubt counts against it
   */
  boolean isPublic(Secret text, boolean strictly) {
    Read read = read(text);
    return strictly ? read.canBePublic : read.looksPublic;
  }

  private Read read(Secret text) {
    for (Read read : known) {
      if (read.text.equals(text)) {
        return read;
      }
    }
    List<VerifyingKey> keys =
        text.isBlank()
            ? List.of()
            : switch (PublicKeyText.pasted(text.value())) {
              case KeyReading.Keys found -> found.keys();
              case KeyReading.Unreadable nothing -> List.of();
            };
    Read read =
        new Read(
            text,
            keys,
            PublicKeyText.looksPublic(text.value()),
            PublicKeyText.canBePublic(text.value()));
    List<Read> next = known.size() < MAX_KNOWN ? new ArrayList<>(known) : new ArrayList<>();
    next.add(read);
    known = List.copyOf(next);
    return read;
  }

  /** What is wrong with a text as the keys of an algorithm. */
  static Optional<String> mistakeIn(Secret text, KeyAlgorithm algorithm) {
    return switch (PublicKeyText.pasted(text.value())) {
      case KeyReading.Unreadable unreadable -> Optional.of(unreadable.why());
      case KeyReading.Keys found ->
          found.keys().stream().flatMap(key -> algorithm.mistakeIn(key.key()).stream()).findFirst();
    };
  }
}
