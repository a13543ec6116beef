package dev.gatehouse.process.lane;

import dev.gatehouse.db.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for calls of other nodes on a connection of its own, and comes back when that breaks.
 * While it is deaf, the lanes poll.
 */
final class Ear {
  private static final Logger LOG = LoggerFactory.getLogger(Ear.class);
  private static final int WAIT_MILLIS = 1_000;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Database database;
  private final Consumer<Wake.Call> heard;
  private final Runnable back;
  private volatile boolean running = true;
  private volatile boolean listening;
  private @Nullable Thread thread;

  /**
   * @param heard called for every call, this node's own as well
   * @param back called when it listens again: calls may have been missed
   */
  Ear(Database database, Consumer<Wake.Call> heard, Runnable back) {
    this.database = database;
    this.heard = heard;
    this.back = back;
  }

  void start() {
    thread = Thread.ofPlatform().name("lane-ear").daemon().start(this::loop);
  }

  /** False while calls may be missed. */
  boolean listening() {
    return listening;
  }

  void stop(Duration within) throws InterruptedException {
    running = false;
    if (thread != null) {
      thread.interrupt();
      thread.join(within);
    }
  }

  private void loop() {
    while (running) {
      try (Connection connection = database.dedicatedConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("listen " + Wake.CHANNEL);
        listening = true;
        back.run();
        listen(connection, statement);
      } catch (SQLException | RuntimeException e) {
        if (running && listening) {
          LOG.warn("no longer listening for other nodes, polling until it works again");
        }
      }
      listening = false;
      pause();
    }
  }

  private void listen(Connection connection, Statement statement) throws SQLException {
    PGConnection postgres = connection.unwrap(PGConnection.class);
    int quiet = 0;
    while (running) {
      PGNotification[] calls = postgres.getNotifications(WAIT_MILLIS);
      if (calls == null || calls.length == 0) {
        // A peer that vanished sends nothing either: ask from time to time.
        quiet++;
        if (quiet % 10 == 0) {
          statement.execute("select 1");
        }
        continue;
      }
      quiet = 0;
      for (PGNotification call : calls) {
        Wake.Call.parse(call.getParameter()).ifPresent(heard);
      }
    }
  }

  private void pause() {
    if (!running) {
      return;
    }
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      running = false;
    }
  }
}
