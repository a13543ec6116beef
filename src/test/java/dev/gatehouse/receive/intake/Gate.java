package dev.gatehouse.receive.intake;

import dev.gatehouse.db.Database;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.extract.Extractor;
import dev.gatehouse.receive.journal.Journal;
import dev.gatehouse.receive.journal.JournalSettings;
import dev.gatehouse.receive.journal.Sources;
import dev.gatehouse.receive.signature.Hash;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignatureFormat;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Signer;
import dev.gatehouse.receive.signature.Template;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The public port over a real journal and database, with one source {@code orders} that signs like
 * GitHub: {@code X-Signature: sha256=<hex of HMAC-SHA256 over the body>}.
 */
final class Gate implements AutoCloseable {
  static final String SECRET = "test-secret-orders-current-7f3a91";
  static final SourceName ORDERS = new SourceName("orders");
  static final int MAX_BODY = 65_536;
  static final SignatureSpec SIGNATURE =
      new SignatureSpec.Hmac(
          Hash.SHA256,
          HeaderName.of("X-Signature"),
          SignatureFormat.parse("sha256={hex}"),
          Template.BODY,
          KeyForm.UTF8,
          null);

  static final IntakeSettings SETTINGS =
      new IntakeSettings(
          "127.0.0.1",
          0,
          MAX_BODY,
          8L << 20,
          8 << 10,
          100,
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          0,
          50);

  final Map<SourceName, SourceSettings> sources = new ConcurrentHashMap<>();
  final ConcurrentLinkedQueue<RejectReason> refused = new ConcurrentLinkedQueue<>();
  final AtomicReference<PublishedKeys.Fetcher> fetcher =
      new AtomicReference<>(
          url -> {
            throw new IOException("nothing is fetched here");
          });
  final AtomicLong nanos = new AtomicLong();
  final PublishedKeys publishedKeys =
      new PublishedKeys(url -> fetcher.get().fetch(url), nanos::get);
  final Journal journal;
  final IntakeServer server;
  final int port;

  Gate(Database db) {
    this(db, SETTINGS, JournalSettings.DEFAULTS);
  }

  Gate(Database db, IntakeSettings settings, JournalSettings journalSettings) {
    sources.put(ORDERS, orders());
    journal = new Journal(db, journalSettings, new Sources(db), List.of()).start();
    server =
        new IntakeServer(
                settings,
                () -> sources,
                journal,
                db,
                new EventIds(InstantSource.system(), new Random(3)),
                InstantSource.system(),
                new IntakeListener() {
                  @Override
                  public void rejected(@Nullable SourceName source, RejectReason reason) {
                    refused.add(reason);
                  }
                },
                HandshakeActions.NONE,
                publishedKeys)
            .start();
    port = server.port();
  }

  static SourceSettings orders() {
    EventSpec events = EventSpec.json("header:X-Event-Id", "json:/type");
    return SourceSettings.of(
        ORDERS,
        SIGNATURE,
        () -> List.of(LiveSecret.of("current", SECRET)),
        Extractor.of(events, List.of(), SIGNATURE.coverage()),
        List.of("X-Note", "Authorization", "X-Signature"),
        MAX_BODY);
  }

  static String body(String eventId) {
    return "{\"id\":\"" + eventId + "\",\"type\":\"order.paid\"}";
  }

  static String signature(byte[] body) {
    return Signer.of(SIGNATURE)
        .sign(
            new SignedRequest("POST", "/", Headers.NONE, new RawBody(body)),
            List.of(new Secret(SECRET)),
            Instant.EPOCH)
        .fields()
        .getFirst()
        .value();
  }

  /** The head of a signed request, without any line about its length and without its end. */
  static String head(String eventId, byte[] body) {
    return "POST /in/orders HTTP/1.1\r\nHost: gate\r\nContent-Type: application/json\r\n"
        + "X-Event-Id: "
        + eventId
        + "\r\nX-Signature: "
        + signature(body)
        + "\r\n";
  }

  /** A signed request as it should be. */
  static String request(String eventId) {
    byte[] body = body(eventId).getBytes(StandardCharsets.UTF_8);
    return head(eventId, body) + "Content-Length: " + body.length + "\r\n\r\n" + body(eventId);
  }

  @Override
  public void close() {
    server.close();
    publishedKeys.close();
    journal.close();
  }
}
