package dev.gatehouse.receive.intake;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.extract.Extracted;
import dev.gatehouse.receive.journal.Receipt;
import dev.gatehouse.receive.preset.Handshake;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verification;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One request to a source, from its headers to its answer. Each step ends it or calls the next. */
final class Reception {
  /** Larger bodies are verified and read off the selecting thread. */
  private static final int LARGE = 64 << 10;

  private final Intake intake;
  private final SourceSettings source;
  private final Exchange exchange;
  private final EventId id;
  private final String requestId;
  private final Instant receivedAt;
  private final Headers headers;

  Reception(Intake intake, SourceSettings source, Exchange exchange) {
    this.intake = intake;
    this.source = source;
    this.exchange = exchange;
    this.id = intake.ids().next();
    this.requestId = id.toString();
    this.receivedAt = intake.clock().instant();
    this.headers = exchange.headers();
  }

  /** What can be refused before the body is read is refused now. */
  void begin() {
    for (HeaderName required : source.requiredHeaders()) {
      if (required.read(headers) instanceof HeaderName.Reading.Absent) {
        refuse(RejectReason.MISSING_HEADER, "MISSING_HEADER", "no " + required, null);
        return;
      }
    }
    RejectReason reason = refusalByHeaders();
    if (reason != null) {
      refuse(reason, reason.name(), null, null);
    } else {
      exchange.readBody(source.maxBodyBytes(), this::bodyRead);
    }
  }

  private @Nullable RejectReason refusalByHeaders() {
    for (String coding : headers.all("Content-Encoding")) {
      if (!source.takesCoding(coding)) {
        return RejectReason.CONTENT_CODING;
      }
    }
    if (exchange.declaredLength() < 0 && !exchange.chunked()) {
      return RejectReason.LENGTH_REQUIRED;
    }
    if (exchange.declaredLength() > source.maxBodyBytes()) {
      return RejectReason.BODY_TOO_LARGE;
    }
    return intake.withinRate(source) ? null : RejectReason.RATE;
  }

  private void bodyRead(Body read) {
    switch (read) {
      case Body.Complete complete when complete.bytes().length > LARGE ->
          exchange.execute(() -> safely(new RawBody(complete.bytes())));
      case Body.Complete complete -> safely(new RawBody(complete.bytes()));
      case Body.Broken broken -> refuse(broken.reason(), broken.reason().name(), null, null);
      case Body.NoRoom full -> unavailable();
    }
  }

  /** Runs on threads of Jetty's, which would make a 500 of what is thrown at them. */
  private void safely(RawBody body) {
    try {
      verify(body);
    } catch (RuntimeException e) {
      intake.bug(exchange, e);
    }
  }

  private void verify(RawBody body) {
    List<LiveSecret> secrets = source.secrets().get();
    SignedRequest request = new SignedRequest(exchange.method(), url(), headers, body);
    switch (source.verifier().verify(request, secrets, receivedAt)) {
      case Verification.Verified verified -> take(body, secrets, verified.secretLabel());
      case Verification.Refused refused ->
          refuse(RejectReason.SIGNATURE, refused.reason().name(), refused.detail(), body);
    }
  }

  private void take(RawBody body, List<LiveSecret> secrets, String matchedSecret) {
    Optional<Handshake.Reply> handshake = source.handshake().reply(body);
    if (handshake.isPresent()) {
      Handshake.Reply reply = handshake.get();
      exchange.answer(Reply.of(reply.status(), reply.contentType(), reply.body()));
      return;
    }
    Extracted read = source.extractor().extract(headers, exchange.rawQuery(), body);
    InboundEvent event =
        new InboundEvent(
            id,
            source.name(),
            read.eventId(),
            read.type(),
            read.version(),
            read.entity(),
            read.entity() == null ? Lane.of(id) : Lane.of(read.entity()),
            read.sequence(),
            read.occurredAt(),
            receivedAt,
            exchange.header("Content-Type"),
            KeptHeaders.of(headers, source.keptHeaders(), secrets),
            body,
            body.sha256(),
            matchedSecret,
            read.fault(),
            read.unsignedFields(),
            requestId,
            source.configRevision());
    var unused = intake.journal().offer(event).thenAccept(this::answer);
  }

  private void answer(Receipt receipt) {
    IntakeListener listener = intake.listener();
    switch (receipt) {
      case Receipt.Stored stored -> {
        exchange.answer(acknowledge(Reply.accepted(stored.event().toString())));
        listener.accepted(source.name(), exchange.age());
      }
      case Receipt.Duplicate copy -> {
        exchange.answer(acknowledge(Reply.duplicate(copy.first().toString())));
        listener.duplicate(source.name(), copy.conflict(), exchange.age());
      }
      case Receipt.Unavailable away -> {
        exchange.answer(Reply.unavailable(away.retryAfter()));
        listener.unavailable(source.name());
      }
    }
  }

  /** The provider's own acknowledgement where it wants one. */
  private Reply acknowledge(Reply own) {
    var ack = source.ack();
    if (ack.body() != null && ack.contentType() != null) {
      return Reply.of(ack.status(), ack.contentType(), ack.body());
    }
    return own.withStatus(ack.status());
  }

  private void refuse(
      RejectReason reason, String kept, @Nullable String cause, @Nullable RawBody body) {
    exchange.answer(answerTo(reason));
    intake.listener().rejected(source.name(), reason);
    intake
        .rejections()
        .add(
            source.name(),
            () ->
                new Rejection(
                    id,
                    source.name(),
                    receivedAt,
                    kept,
                    cause,
                    exchange.remote(),
                    body == null ? null : body.sha256(),
                    body == null ? null : body.length(),
                    Rejection.names(headers),
                    requestId));
  }

  private Reply answerTo(RejectReason reason) {
    return switch (reason) {
      case SIGNATURE, MISSING_HEADER -> Reply.error(source.rejectStatus(), reason.word());
      case RATE -> Reply.refusal(reason).withRetryAfter(Duration.ofSeconds(1));
      default -> Reply.refusal(reason);
    };
  }

  private void unavailable() {
    exchange.answer(Reply.unavailable(intake.settings().retryAfter()));
    intake.listener().unavailable(source.name());
  }

  /**
   * The URL the provider knows, with what this request adds to it; never from Host and the like.
   */
  private String url() {
    String base = source.publicUrl();
    String path = exchange.rawPath();
    String query = exchange.rawQuery();
    if (base != null) {
      int rest = path.indexOf('/', Intake.PREFIX.length());
      path = rest < 0 ? base : base + path.substring(rest);
    }
    return query == null ? path : path + "?" + query;
  }
}
