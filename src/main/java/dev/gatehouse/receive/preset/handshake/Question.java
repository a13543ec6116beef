package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.event.Headers;
import dev.gatehouse.receive.extract.RequestProbe;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A rule made ready for one source. */
final class Question {
  private static final HandshakeOutcome OTHER = new HandshakeOutcome.Other();
  private static final HandshakeOutcome LIKE_A_BAD_SIGNATURE = new HandshakeOutcome.Refused(0);
  private static final HandshakeOutcome BAD_TEXT = new HandshakeOutcome.Refused(400);

  private final HandshakeRule rule;
  private final Map<String, String> values;
  private final List<Mark> headMarks;
  private final RequestProbe head;
  private final RequestProbe probe;
  private final @Nullable Verifier own;

  Question(HandshakeRule rule, Map<String, String> values) {
    this.rule = rule;
    this.values = values;
    this.headMarks = rule.marks().stream().filter(Mark::isInHead).toList();
    this.head = RequestProbe.of(headMarks.stream().map(Mark::at).toList());
    this.probe = RequestProbe.of(rule.paths());
    this.own = rule.proof() instanceof HandshakeProof.Own proof ? Verifier.of(proof.spec()) : null;
  }

  boolean comesUnsigned() {
    return !(rule.proof() instanceof HandshakeProof.Signature);
  }

  boolean fitsHead(String method, Headers headers, @Nullable String query) {
    if (!rule.methods().contains(method)) {
      return false;
    }
    RequestProbe.Found found = head.read(headers, query, Handshakes.empty());
    return headMarks.stream().allMatch(mark -> mark.isIn(found));
  }

  /** Whether the signed text of a delivery could be a challenge this rule has signed. */
  boolean mayHaveSigned(SignedRequest request, @Nullable String query) {
    Lookalike lookalike = rule.lookalike();
    return lookalike != null && lookalike.isIn(request, query, rule.bounds());
  }

  HandshakeOutcome ask(SignedRequest request, @Nullable String query, Holder holder) {
    RequestProbe.Found found = probe.read(request.headers(), query, request.body());
    if (!rule.marks().stream().allMatch(mark -> mark.isIn(found))) {
      return OTHER;
    }
    HandshakeOutcome wrong = wrongProof(request, found, holder);
    return wrong != null ? wrong : answer(request, found, holder);
  }

  /** Null when the proof is right. */
  private @Nullable HandshakeOutcome wrongProof(
      SignedRequest request, RequestProbe.Found found, Holder holder) {
    return switch (rule.proof()) {
      case HandshakeProof.Signature signature -> null;
      case HandshakeProof.Nothing nothing -> null;
      case HandshakeProof.Own proof ->
          own != null
                  && own.verify(request, holder.secrets(), holder.now())
                      instanceof Verification.Verified
              ? null
              : LIKE_A_BAD_SIGNATURE;
      case HandshakeProof.Held held ->
          found.text(held.at()).filter(holder::holds).isPresent() ? null : LIKE_A_BAD_SIGNATURE;
      case HandshakeProof.Agreed agreed -> {
        String value = values.get(agreed.value());
        boolean right =
            value == null
                ? agreed.optional()
                : found.text(agreed.at()).filter(given -> Holder.same(value, given)).isPresent();
        yield right ? null : new HandshakeOutcome.Refused(agreed.otherwise());
      }
    };
  }

  private HandshakeOutcome answer(SignedRequest request, RequestProbe.Found found, Holder holder) {
    Secret secret = holder.answering();
    Filling filling =
        new Filling(
            found, withoutQuery(request.url()), values, secret, Optional.empty(), Optional.empty());
    if (rule.cipher() != null) {
      filling = filling.withDecrypted(rule.cipher().open(filling));
    }
    if (rule.hash() != null) {
      filling = filling.withHash(rule.hash().of(filling, rule.bounds()));
    }
    Optional<HandshakeReply> reply = rule.answer().fill(filling, rule.bounds());
    if (reply.isEmpty()) {
      // Signed, and yet out of bounds: stored like anything the provider signs, so not lost.
      return comesUnsigned() ? BAD_TEXT : OTHER;
    }
    return switch (rule.effect()) {
      case HandshakeEffect.None none -> new HandshakeOutcome.Answered(reply.get());
      case HandshakeEffect.HandsOver over -> handedOver(found, over, holder, reply.get());
      case HandshakeEffect.Visit visit ->
          found
              .text(visit.at())
              .flatMap(visit.hosts()::allowed)
              .<HandshakeOutcome>map(url -> new HandshakeOutcome.Visit(url, reply.get()))
              .orElse(OTHER);
    };
  }

  private static HandshakeOutcome handedOver(
      RequestProbe.Found found,
      HandshakeEffect.HandsOver over,
      Holder holder,
      HandshakeReply reply) {
    Optional<String> secret = found.text(over.at());
    if (secret.isEmpty()) {
      return OTHER;
    }
    if (secret.filter(holder::holds).isPresent()) {
      // Asked again, because our first answer got lost.
      return new HandshakeOutcome.Answered(reply);
    }
    return holder.awaitsSecret()
        ? new HandshakeOutcome.Take(new Secret(secret.get()), over.shown(), reply)
        : LIKE_A_BAD_SIGNATURE;
  }

  private static String withoutQuery(String url) {
    int mark = url.indexOf('?');
    return mark < 0 ? url : url.substring(0, mark);
  }
}
