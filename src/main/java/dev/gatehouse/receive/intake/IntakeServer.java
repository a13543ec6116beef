package dev.gatehouse.receive.intake;

import dev.gatehouse.db.Database;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.journal.Journal;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public port with everything behind it up to the journal. The journal is started before it and
 * closed after it.
 */
public final class IntakeServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IntakeServer.class);

  private final IntakeSettings settings;
  private final Rejections rejections;
  private final Health health;
  private final Intake intake;
  private final PublicServer server;

  /**
   * @param sources the configured sources, read once per request
   * @param database for rejections only
   * @param clock the time of receipt, and what signatures are judged by
   * @param actions what questions of providers ask for besides an answer
   * @param publishedKeys closed by its owner, after this
   */
  public IntakeServer(
      IntakeSettings settings,
      Supplier<Map<SourceName, SourceSettings>> sources,
      Journal journal,
      Database database,
      EventIds ids,
      InstantSource clock,
      IntakeListener listener,
      HandshakeActions actions,
      PublishedKeys publishedKeys) {
    this.settings = settings;
    this.rejections = new Rejections(database, settings.maxRejections());
    this.health = new Health(journal, settings.retryAfter());
    this.intake =
        new Intake(
            settings,
            sources,
            journal,
            rejections,
            health,
            ids,
            clock,
            listener,
            actions,
            publishedKeys);
    this.server = PublicServer.create(settings, listener, intake::handle);
    journal.answerOn(server::round);
  }

  /** Opens the port. */
  public IntakeServer start() {
    rejections.start();
    server.start();
    return this;
  }

  public int port() {
    return server.port();
  }

  /**
   * Takes no new connection, turns new requests away with 503, lets those that are being worked
   * finish for {@code stopWithin}, and cuts off the rest.
   */
  @Override
  public void close() {
    intake.stop();
    server.closePort();
    if (!server.awaitQuiet(settings.stopWithin())) {
      LOG.warn("some requests did not finish within {}", settings.stopWithin());
    }
    server.close();
    health.close();
    rejections.close();
  }
}
