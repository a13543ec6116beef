package dev.gatehouse.receive.journal;

import dev.gatehouse.event.InboundEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way to a commit, and the promise made to whoever offered it.
 *
 * @param since {@link System#nanoTime} when it was offered
 * @param request the request it came in together with others, which are committed with it; null
 *     when it came alone
 */
record Waiting(
    InboundEvent event,
    CompletableFuture<Receipt> answer,
    long since,
    @Nullable RawRequest request) {
  Waiting(InboundEvent event) {
    this(event, new CompletableFuture<>(), System.nanoTime(), null);
  }

  /** The events of one request, offered at the same time. */
  static List<Waiting> together(RawRequest request, List<InboundEvent> events) {
    long now = System.nanoTime();
    List<Waiting> all = new ArrayList<>(events.size());
    events.forEach(event -> all.add(new Waiting(event, new CompletableFuture<>(), now, request)));
    return all;
  }

  /** Body bytes, plus what an event costs besides; the request weighs as much as its parts. */
  int weight() {
    return (request == null ? event.body().length() : 2 * event.body().length()) + 512;
  }

  boolean isWith(@Nullable Waiting other) {
    return request != null && other != null && request == other.request;
  }

  /** The same promise for another form of the event. */
  Waiting as(InboundEvent other) {
    return new Waiting(other, answer, since, request);
  }

  /** The same promise for what always can be stored. */
  Waiting bare() {
    return new Waiting(
        StorableText.bare(event), answer, since, request == null ? null : request.bare());
  }
}
