package dev.gatehouse.receive.intake;

import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.journal.Journal;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes of the public port, and what each request needs of the gateway. */
final class Intake {
  static final String PREFIX = "/in/";
  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  private static final Reply NOT_FOUND = Reply.refusal(RejectReason.UNKNOWN_SOURCE);
  private static final Reply REACHED = Reply.json(200, "{\"status\":\"ok\"}");
  private static final Reply WRONG_METHOD =
      Reply.refusal(RejectReason.METHOD).withAllow("GET, HEAD, POST, PUT");
  private static final Reply ONLY_READ = Reply.refusal(RejectReason.METHOD).withAllow("GET, HEAD");

  private final IntakeSettings settings;
  private final Supplier<Map<SourceName, SourceSettings>> sources;
  private final Journal journal;
  private final Rejections rejections;
  private final Health health;
  private final EventIds ids;
  private final InstantSource clock;
  private final IntakeListener listener;
  private final HandshakeActions actions;
  private final PublishedKeys publishedKeys;
  private final RateLimits rates = new RateLimits();
  private volatile boolean stopping;

  Intake(
      IntakeSettings settings,
      Supplier<Map<SourceName, SourceSettings>> sources,
      Journal journal,
      Rejections rejections,
      Health health,
      EventIds ids,
      InstantSource clock,
      IntakeListener listener,
      HandshakeActions actions,
      PublishedKeys publishedKeys) {
    this.settings = settings;
    this.sources = sources;
    this.journal = journal;
    this.rejections = rejections;
    this.health = health;
    this.ids = ids;
    this.clock = clock;
    this.listener = listener;
    this.actions = actions;
    this.publishedKeys = publishedKeys;
  }

  /** Answers a request, or sees to it that it will be answered. */
  void handle(Exchange exchange) {
    String path = exchange.rawPath();
    if (path.startsWith(PREFIX)) {
      receive(path, exchange);
    } else if (path.equals("/healthz") || path.equals("/readyz")) {
      probe(path, exchange);
    } else {
      unknown(exchange);
    }
  }

  /** From now on everything is answered 503, and connections close as they are used. */
  void stop() {
    stopping = true;
  }

  /** The edge where a bug of ours becomes an answer the sender will act upon rightly. */
  void bug(Exchange exchange, RuntimeException bug) {
    LOG.error("a request met a bug", bug);
    if (exchange.answer(Reply.unavailable(settings.retryAfter()))) {
      listener.unavailable(null);
    }
  }

  boolean withinRate(SourceSettings source) {
    return rates.take(source.name(), source.requestsPerSecond(), System.nanoTime());
  }

  private void receive(String path, Exchange exchange) {
    int end = path.indexOf('/', PREFIX.length());
    String segment = path.substring(PREFIX.length(), end < 0 ? path.length() : end);
    SourceSettings source =
        SourceName.parse(segment).map(name -> sources.get().get(name)).orElse(null);
    if (source == null) {
      unknown(exchange);
      return;
    }
    switch (exchange.method()) {
      case "POST", "PUT" -> {
        if (stopping) {
          exchange.answer(Reply.unavailable(settings.retryAfter()));
          listener.unavailable(source.name());
        } else {
          new Reception(this, source, exchange).begin();
        }
      }
      case "GET", "HEAD" -> {
        if (!new Asking(this, source, exchange).isAnswered()) {
          exchange.answer(REACHED);
        }
      }
      default -> {
        if (!new Asking(this, source, exchange).isAnswered()) {
          exchange.answer(WRONG_METHOD);
          listener.rejected(source.name(), RejectReason.METHOD);
        }
      }
    }
  }

  private void probe(String path, Exchange exchange) {
    if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
      exchange.answer(ONLY_READ);
      listener.rejected(null, RejectReason.METHOD);
    } else if (path.equals("/healthz")) {
      health.healthz(exchange);
    } else {
      health.readyz(exchange, stopping);
    }
  }

  private void unknown(Exchange exchange) {
    exchange.answer(NOT_FOUND);
    listener.rejected(null, RejectReason.UNKNOWN_SOURCE);
  }

  IntakeSettings settings() {
    return settings;
  }

  Journal journal() {
    return journal;
  }

  Rejections rejections() {
    return rejections;
  }

  EventIds ids() {
    return ids;
  }

  InstantSource clock() {
    return clock;
  }

  IntakeListener listener() {
    return listener;
  }

  HandshakeActions actions() {
    return actions;
  }

  PublishedKeys publishedKeys() {
    return publishedKeys;
  }
}
