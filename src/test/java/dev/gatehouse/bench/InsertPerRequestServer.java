package dev.gatehouse.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.receive.intake.Body;
import dev.gatehouse.receive.intake.Exchange;
import dev.gatehouse.receive.intake.IntakeListener;
import dev.gatehouse.receive.intake.IntakeSettings;
import dev.gatehouse.receive.intake.PublicServer;
import dev.gatehouse.receive.intake.Reply;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What most receivers do, to compare with: the same server, the same rows, one insert and one
 * commit for each request over a bounded pool. It neither verifies nor reads the body, so the
 * comparison flatters it.
 */
final class InsertPerRequestServer {
  private static final int CONNECTIONS = 16;
  private static final Reply STORED =
      Reply.json(
          200, "{\"status\":\"accepted\",\"event\":\"0197b0c4-0000-7000-8000-000000000000\"}");

  private final EventIds ids = new EventIds(InstantSource.system(), new Random());
  private final AtomicLong counter = SignedEvents.newCounter();
  private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
  private final HikariDataSource pool;

  private InsertPerRequestServer(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setAutoCommit(false);
    config.addDataSourceProperty("prepareThreshold", "2");
    pool = new HikariDataSource(config);
  }

  public static void main(String[] arguments) throws InterruptedException {
    InsertPerRequestServer inserts = new InsertPerRequestServer(arguments[0]);
    PublicServer server =
        PublicServer.create(
                IntakeSettings.DEFAULTS.at("127.0.0.1", 0), IntakeListener.NONE, inserts::answer)
            .start();
    System.out.println("ready " + server.port());
    Thread.currentThread().join();
  }

  private void answer(Exchange exchange) {
    exchange.readBody(
        1 << 20,
        body -> {
          if (body instanceof Body.Complete) {
            threads.execute(() -> insert(exchange));
          } else {
            exchange.answer(Reply.error(400, "body"));
          }
        });
  }

  private void insert(Exchange exchange) {
    try (Connection connection = pool.getConnection()) {
      new RowBatch(ids, counter.getAndIncrement(), 1).writeEvents(connection);
      exchange.answer(STORED);
    } catch (SQLException e) {
      exchange.answer(Reply.error(500, "database"));
    }
  }
}
