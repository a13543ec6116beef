package dev.gatehouse.receive.intake;

import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.preset.handshake.HandshakeOutcome;
import dev.gatehouse.receive.preset.handshake.HandshakeReply;
import dev.gatehouse.receive.preset.handshake.Handshakes;
import dev.gatehouse.receive.preset.handshake.Holder;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignedRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request that may be a question of the provider. */
final class Asking {
  private static final RawBody EMPTY = new RawBody(new byte[0]);

  private final Intake intake;
  private final SourceSettings source;
  private final Exchange exchange;

  Asking(Intake intake, SourceSettings source, Exchange exchange) {
    this.intake = intake;
    this.source = source;
    this.exchange = exchange;
  }

  /** Answers a question that comes without a body; false when it is none. */
  boolean isAnswered() {
    Handshakes handshakes = source.handshakes();
    String url = exchange.knownUrl(source.publicUrl());
    if (handshakes.isEmpty()
        || !handshakes.mayComeUnsigned(exchange.method(), exchange.headers(), url)) {
      return false;
    }
    if (!intake.withinRate(source)) {
      exchange.answer(Reply.refusal(RejectReason.RATE).withRetryAfter(Reception.A_MOMENT));
      intake.listener().rejected(source.name(), RejectReason.RATE);
      return true;
    }
    return isAnsweredUnsigned(
        new SignedRequest(exchange.method(), url, exchange.headers(), EMPTY),
        source.secrets().get(),
        intake.clock().instant());
  }

  /** Answers one whose signature was not looked at. */
  boolean isAnsweredUnsigned(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    return isDone(source.handshakes().unsigned(request, holder(secrets, null, now)));
  }

  /** Answers one whose signature held. */
  boolean isAnsweredSigned(
      SignedRequest request, List<LiveSecret> secrets, String matched, Instant now) {
    return !source.handshakes().isEmpty()
        && isDone(source.handshakes().signed(request, holder(secrets, matched, now)));
  }

  private Holder holder(List<LiveSecret> secrets, @Nullable String matched, Instant now) {
    return new Holder(
        secrets, matched, secrets.isEmpty() && intake.actions().awaitsSecret(source.name()), now);
  }

  private boolean isDone(HandshakeOutcome outcome) {
    switch (outcome) {
      case HandshakeOutcome.Other other -> {
        return false;
      }
      case HandshakeOutcome.Answered answered -> answer(answered.reply());
      case HandshakeOutcome.Refused refused -> refuse(refused.status());
      case HandshakeOutcome.Visit visit -> {
        intake.actions().visit(source.name(), visit.url());
        answer(visit.reply());
      }
      // Storing waits for the database, and this thread may be one that selects.
      case HandshakeOutcome.Take take -> exchange.execute(() -> take(take));
    }
    return true;
  }

  /** The provider hears yes only once its secret is stored. */
  private void take(HandshakeOutcome.Take take) {
    try {
      if (intake.actions().takeSecret(source.name(), take.secret(), take.shown())) {
        answer(take.reply());
      } else {
        refuse(0);
      }
    } catch (RuntimeException e) {
      intake.bug(exchange, e);
    }
  }

  private void answer(HandshakeReply reply) {
    exchange.answer(Reply.of(reply));
    intake.listener().answered(source.name());
  }

  private void refuse(int status) {
    exchange.answer(status == 0 ? source.refusalReply() : Reply.error(status, "refused"));
    intake.listener().rejected(source.name(), RejectReason.SIGNATURE);
  }
}
