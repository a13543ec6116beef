package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One question of a provider.
 *
 * @param methods of {@code GET}, {@code HEAD}, {@code OPTIONS}, {@code POST}
 * @param marks all have to be there
 * @param bounds of every text of the request that the answer holds
 * @param hash null when the answer holds none
 * @param lookalike where in a delivery a text could stand that we have signed as a challenge; null
 *     when no text is signed under a secret
 * @param cipher null when nothing is encrypted
 * @param optIn true when only a source that says so answers it
 */
public record HandshakeRule(
    Set<String> methods,
    List<Mark> marks,
    HandshakeProof proof,
    ChallengeText bounds,
    @Nullable MadeHash hash,
    @Nullable Lookalike lookalike,
    @Nullable WeComCipher cipher,
    AnswerForm answer,
    HandshakeEffect effect,
    boolean optIn) {

  public HandshakeRule {
    methods = Set.copyOf(methods);
    marks = List.copyOf(marks);
    if (marks.isEmpty()) {
      throw new SpecMistake("a question has at least one mark; else every request would be one");
    }
    if (hash == null && answer.texts().anyMatch(AnswerText::usesHash)) {
      throw new SpecMistake("{hash} stands for what hmac or digest gives; there is neither");
    }
    boolean signs = hash != null && hash.key() != null;
    if (signs != (lookalike != null)) {
      throw new SpecMistake("a challenge is signed exactly when a delivery could look like one");
    }
    if (signs && bounds.alphabet() == ChallengeText.Alphabet.TEXT) {
      throw new SpecMistake(
          "a text that is signed for the sender has bounds: text with alphabet token or hex");
    }
    if (signs && bounds.alphabet() == ChallengeText.Alphabet.VISIBLE) {
      throw new SpecMistake("a visible text could be a JSON body: alphabet token or hex");
    }
    boolean posted = methods.equals(Set.of("POST"));
    if (proof instanceof HandshakeProof.Signature && !posted) {
      throw new SpecMistake("only a POST has the signature of deliveries");
    }
    if (effect instanceof HandshakeEffect.HandsOver && !(proof instanceof HandshakeProof.Nothing)) {
      throw new SpecMistake(
          "before the secret is handed over nothing can be proven: proof nothing");
    }
    if (effect instanceof HandshakeEffect.Visit && !(proof instanceof HandshakeProof.Signature)) {
      throw new SpecMistake("a URL is only visited when the request was signed");
    }
  }

  /** The values of the source it uses. */
  public Set<String> values() {
    Set<String> names = new LinkedHashSet<>();
    answer.texts().forEach(text -> names.addAll(text.values()));
    if (hash != null) {
      names.addAll(hash.over().values());
    }
    if (cipher != null) {
      names.add(cipher.key());
    }
    if (proof instanceof HandshakeProof.Agreed agreed) {
      names.add(agreed.value());
    }
    return names;
  }

  /** Every place of a request it looks at. */
  List<FieldPath> paths() {
    List<FieldPath> paths = new ArrayList<>();
    marks.forEach(mark -> paths.add(mark.at()));
    answer.texts().forEach(text -> paths.addAll(text.paths()));
    if (hash != null) {
      paths.addAll(hash.over().paths());
    }
    if (cipher != null) {
      paths.add(cipher.at());
    }
    switch (proof) {
      case HandshakeProof.Agreed agreed -> paths.add(agreed.at());
      case HandshakeProof.Held held -> paths.add(held.at());
      case HandshakeProof.Signature signature -> {}
      case HandshakeProof.Nothing nothing -> {}
      case HandshakeProof.Own own -> {}
    }
    switch (effect) {
      case HandshakeEffect.HandsOver over -> paths.add(over.at());
      case HandshakeEffect.Visit visit -> paths.add(visit.at());
      case HandshakeEffect.None none -> {}
    }
    return paths;
  }
}
