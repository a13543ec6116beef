package dev.gatehouse.receive.intake;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.extract.Parts;
import dev.gatehouse.receive.extract.Unpacking;
import dev.gatehouse.receive.journal.Receipt;
import dev.gatehouse.receive.preset.handshake.Handshakes;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.KeySource;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.RefusalReason;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Verification;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request to a source, from its headers to its answer. Each step ends it or calls the next. */
final class Reception {
  /** Larger bodies are verified and read off the selecting thread. */
  private static final int LARGE = 64 << 10;

  /** How long a source that sends too fast is to wait. */
  static final Duration A_MOMENT = Duration.ofSeconds(1);

  private static final Verification.Refused NO_KEY =
      new Verification.Refused(
          RefusalReason.MISMATCH, "there is no key where the request says there is");

  private final Intake intake;
  private final SourceSettings source;
  private final Exchange exchange;
  private final EventId id;
  private final String requestId;
  private final Instant receivedAt;
  private final Headers headers;

  /** What is refused for lack of a header unless the body shows a question that needs none. */
  private @Nullable HeaderName missing;

  private boolean asksUnsigned;

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
    missing = missingHeader();
    asksUnsigned =
        !source.handshakes().isEmpty()
            && source.handshakes().mayComeUnsigned(exchange.method(), headers, url());
    if (missing != null && !asksUnsigned) {
      refuseFor(missing, null);
      return;
    }
    RejectReason reason = refusalByHeaders();
    if (reason != null) {
      refuse(reason, reason.name(), null, null);
    } else {
      exchange.readBody(maxBody(), this::bodyRead);
    }
  }

  private @Nullable HeaderName missingHeader() {
    for (HeaderName required : source.requiredHeaders()) {
      if (required.read(headers) instanceof HeaderName.Reading.Absent) {
        return required;
      }
    }
    return null;
  }

  /** Nobody unknown sends us more than a question may have. */
  private int maxBody() {
    return missing == null
        ? source.maxBodyBytes()
        : Math.min(source.maxBodyBytes(), Handshakes.MAX_BODY);
  }

  private @Nullable RejectReason refusalByHeaders() {
    for (String coding : headers.all("Content-Encoding")) {
      if (!source.packing().takes(coding)) {
        return RejectReason.CONTENT_CODING;
      }
    }
    if (exchange.declaredLength() < 0 && !exchange.chunked()) {
      return RejectReason.LENGTH_REQUIRED;
    }
    if (exchange.declaredLength() > maxBody()) {
      return RejectReason.BODY_TOO_LARGE;
    }
    return intake.withinRate(source) ? null : RejectReason.RATE;
  }

  private void bodyRead(Body read) {
    switch (read) {
      case Body.Complete complete when complete.bytes().length > LARGE ->
          exchange.execute(() -> safely(() -> verify(new RawBody(complete.bytes()))));
      case Body.Complete complete -> safely(() -> verify(new RawBody(complete.bytes())));
      case Body.Broken broken -> refuse(broken.reason(), broken.reason().name(), null, null);
      case Body.NoRoom full -> unavailable();
    }
  }

  /** Runs on threads of Jetty's, which would make a 500 of what is thrown at them. */
  private void safely(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      intake.bug(exchange, e);
    }
  }

  private void verify(RawBody body) {
    List<LiveSecret> secrets = source.secrets().get();
    SignedRequest request = signed(body);
    if (request == null) {
      return;
    }
    Asking asking = new Asking(intake, source, exchange);
    if (asksUnsigned && asking.isAnsweredUnsigned(request, secrets, receivedAt)) {
      return;
    }
    if (missing != null) {
      refuseFor(missing, body);
      return;
    }
    KeySource published = source.keySource();
    if (published == null || !secrets.isEmpty()) {
      judge(body, request, secrets, source.verifier().verify(request, secrets, receivedAt));
      return;
    }
    switch (published.of(request)) {
      case KeySource.Places.None none -> judge(body, request, secrets, none.why());
      case KeySource.Places.Known known -> withPublished(body, request, known.urls(), false);
    }
  }

  /** Verifies with the provider's published keys, now or as soon as they have come. */
  private void withPublished(RawBody body, SignedRequest request, List<URI> urls, boolean anew) {
    switch (intake.publishedKeys().at(urls, anew)) {
      case PublishedKeys.Found.Coming coming -> {
        var unused =
            coming
                .found()
                .thenAccept(
                    found ->
                        exchange.execute(
                            () -> safely(() -> found(body, request, urls, found, false))));
      }
      case PublishedKeys.Found there -> found(body, request, urls, there, !anew);
    }
  }

  private void found(
      RawBody body,
      SignedRequest request,
      List<URI> urls,
      PublishedKeys.Found found,
      boolean mayAskAgain) {
    if (!(found instanceof PublishedKeys.Found.Keys there)) {
      KeySource published = source.keySource();
      boolean made = published != null && published.isNamedByRequest();
      if (made && found instanceof PublishedKeys.Found.Nothing) {
        judge(body, request, List.of(), NO_KEY);
      } else {
        unavailable();
      }
      return;
    }
    Verification verdict = source.verifier().verify(request, there.keys(), receivedAt);
    boolean strange =
        verdict instanceof Verification.Refused refused
            && refused.reason() == RefusalReason.MISMATCH;
    if (strange && mayAskAgain && there.mayBeOutdated()) {
      withPublished(body, request, urls, true);
    } else {
      judge(body, request, there.keys(), verdict);
    }
  }

  private void judge(
      RawBody body, SignedRequest request, List<LiveSecret> secrets, Verification verdict) {
    Asking asking = new Asking(intake, source, exchange);
    switch (verdict) {
      case Verification.Verified verified -> {
        if (source.handshakes().mayBeSignedForAnybody(request)) {
          refuse(RejectReason.SIGNATURE, "MISMATCH", "it could be a challenge of a stranger", body);
        } else if (!asking.isAnsweredSigned(request, secrets, verified.secretLabel(), receivedAt)) {
          take(body, secrets, verified.secretLabel());
        }
      }
      case Verification.Refused refused ->
          refuse(RejectReason.SIGNATURE, refused.reason().name(), refused.detail(), body);
    }
  }

  /** What the signature is about; null when it cannot be had and the request is refused. */
  private @Nullable SignedRequest signed(RawBody body) {
    RawBody signed = body;
    if (source.packing().signedUnpacked()) {
      switch (source.extractor().unpack(headers, body)) {
        case Unpacking.Result.Plain plain -> signed = plain.body();
        case Unpacking.Result.Failed failed -> {
          boolean large = failed.fault().code() == ErrorCode.TOO_LARGE;
          RejectReason reason = large ? RejectReason.BODY_TOO_LARGE : RejectReason.SIGNATURE;
          refuse(reason, large ? reason.name() : "MALFORMED", failed.fault().detail(), body);
          return null;
        }
      }
    }
    return new SignedRequest(exchange.method(), url(), headers, signed);
  }

  private void take(RawBody body, List<LiveSecret> secrets, String matchedSecret) {
    Arrival arrival =
        new Arrival(
            id,
            source,
            receivedAt,
            headers,
            KeptHeaders.of(headers, source.keptHeaders(), secrets),
            exchange.rawQuery(),
            exchange.header("Content-Type"),
            body,
            matchedSecret);
    Parts parts = source.extractor().parts(headers, body);
    if (parts.each().isEmpty()) {
      var unused = intake.journal().offer(arrival.whole(parts)).thenAccept(this::answer);
    } else {
      List<InboundEvent> events = arrival.parts(parts, intake.ids());
      var unused =
          intake.journal().offer(arrival.request(events), events).thenAccept(this::answerAll);
    }
  }

  /** A request is new when any of its events is; none is known to be stored unless all are. */
  private void answerAll(List<Receipt> receipts) {
    Receipt whole = receipts.getFirst();
    for (Receipt each : receipts) {
      boolean decides =
          each instanceof Receipt.Unavailable
              || each instanceof Receipt.Stored && whole instanceof Receipt.Duplicate;
      whole = decides ? each : whole;
    }
    answer(whole);
    for (Receipt each : receipts) {
      if (each != whole && !(whole instanceof Receipt.Unavailable)) {
        count(each);
      }
    }
  }

  private void count(Receipt receipt) {
    switch (receipt) {
      case Receipt.Stored stored -> intake.listener().accepted(source.name(), exchange.age());
      case Receipt.Duplicate copy ->
          intake.listener().duplicate(source.name(), copy.conflict(), exchange.age());
      case Receipt.Unavailable away -> intake.listener().unavailable(source.name());
    }
  }

  private void answer(Receipt receipt) {
    exchange.answer(
        switch (receipt) {
          case Receipt.Stored stored -> acknowledge(Reply.accepted(stored.event().toString()));
          case Receipt.Duplicate copy -> acknowledge(Reply.duplicate(copy.first().toString()));
          case Receipt.Unavailable away -> Reply.unavailable(away.retryAfter());
        });
    count(receipt);
  }

  /** The provider's own acknowledgement where it wants one. */
  private Reply acknowledge(Reply own) {
    return Acknowledgement.of(source.ack(), own, headers);
  }

  private void refuseFor(HeaderName header, @Nullable RawBody body) {
    refuse(RejectReason.MISSING_HEADER, "MISSING_HEADER", "no " + header, body);
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
      case SIGNATURE, MISSING_HEADER -> source.refusalReply();
      case RATE -> Reply.refusal(reason).withRetryAfter(A_MOMENT);
      default -> Reply.refusal(reason);
    };
  }

  private void unavailable() {
    exchange.answer(Reply.unavailable(intake.settings().retryAfter()));
    intake.listener().unavailable(source.name());
  }

  private String url() {
    return exchange.knownUrl(source.publicUrl());
  }
}
