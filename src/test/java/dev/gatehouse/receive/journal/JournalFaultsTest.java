package dev.gatehouse.receive.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseSettings;
import dev.gatehouse.db.Pool;
import dev.gatehouse.support.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal says, and keeps, while its database is in trouble. */
class JournalFaultsTest {
  private static final JournalSettings SETTINGS =
      new JournalSettings(
          2,
          200,
          1 << 20,
          50,
          1 << 20,
          Duration.ofMillis(400),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2));

  @TempDir private static Path folder;
  private static PostgresServer server;

  private String url;
  private Database database;
  private Journal journal;

  @BeforeAll
  static void startServer() {
    server = PostgresServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void open() {
    url = server.newDatabase();
    database = Database.open(DatabaseSettings.at(url, folder), InstantSource.system());
    journal = new Journal(database, SETTINGS, new Sources(database), List.of()).start();
  }

  @AfterEach
  void shut() {
    journal.close();
    database.close();
  }

  @Test
  void aConnectionCutDuringTheCommitLosesNothingAndDoublesNothing() throws Exception {
    try (Journal patient =
        new Journal(database, JournalSettings.DEFAULTS, new Sources(database), List.of()).start()) {
      Map<String, CompletableFuture<Receipt>> offered = new LinkedHashMap<>();
      for (int round = 0; round < 8; round++) {
        for (int i = 0; i < 40; i++) {
          String id = "evt_" + round + "_" + i;
          offered.put(id, patient.offer(Events.event(id)));
        }
        cutConnections();
      }
      for (var each : offered.entrySet()) {
        Receipt receipt = get(each.getValue());
        // Nobody else sent these ids: what was written before the cut is recognised as our own.
        assertThat(receipt).isNotInstanceOf(Receipt.Duplicate.class);
        if (receipt instanceof Receipt.Stored) {
          assertThat(rowsOf(each.getKey())).as(each.getKey()).isEqualTo(1);
        }
      }

      // A provider comes again for what was not acknowledged.
      for (String id : offered.keySet()) {
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> !(get(patient.offer(Events.event(id))) instanceof Receipt.Unavailable));
      }
    }
    assertThat(count("select count(*) from event")).isEqualTo(320);
    assertThat(count("select count(*) from event_key")).isEqualTo(320);
    assertThat(count("select count(distinct event_id) from event")).isEqualTo(320);
  }

  @Test
  void aCrashedDatabaseMeansUnavailableAtOnceAndHealsByItself() throws Exception {
    assertThat(get(journal.offer(Events.event("evt_before")))).isInstanceOf(Receipt.Stored.class);
    server.crash();
    try {
      Receipt first = get(journal.offer(Events.event("evt_during")));
      assertThat(first).isInstanceOf(Receipt.Unavailable.class);
      await().until(() -> !journal.isAvailable());

      CompletableFuture<Receipt> second = journal.offer(Events.event("evt_during_2"));

      assertThat(second).isDone();
      assertThat(((Receipt.Unavailable) second.get()).retryAfter())
          .isEqualTo(SETTINGS.retryAfter());
    } finally {
      server.restart();
    }
    await().atMost(Duration.ofSeconds(30)).until(journal::isAvailable);
    assertThat(get(journal.offer(Events.event("evt_after")))).isInstanceOf(Receipt.Stored.class);
    assertThat(rowsOf("evt_before")).isEqualTo(1);
  }

  @Test
  void aFrozenDatabaseKeepsNobodyWaitingLongerThanPromised() throws Exception {
    get(journal.offer(Events.event("evt_before")));
    server.freeze();
    try {
      long began = System.nanoTime();
      List<CompletableFuture<Receipt>> waiting = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        waiting.add(journal.offer(Events.event("evt_" + i)));
      }
      for (CompletableFuture<Receipt> each : waiting) {
        assertThat(get(each)).isInstanceOf(Receipt.Unavailable.class);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
    } finally {
      server.thaw();
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> get(journal.offer(Events.event("evt_after"))) instanceof Receipt.Stored);
  }

  @Test
  void aReadOnlyDatabaseIsUnavailableUntilItTakesWritesAgain() throws Exception {
    String name = url.substring(url.lastIndexOf('/') + 1, url.indexOf('?'));
    server.run("postgres", "alter database " + name + " set default_transaction_read_only = on");
    cutConnections();

    assertThat(get(journal.offer(Events.event("evt_1")))).isInstanceOf(Receipt.Unavailable.class);
    await().until(() -> !journal.canCommit());

    server.run("postgres", "alter database " + name + " reset default_transaction_read_only");
    cutConnections();
    await().atMost(Duration.ofSeconds(20)).until(journal::isAvailable);
    assertThat(get(journal.offer(Events.event("evt_1")))).isInstanceOf(Receipt.Stored.class);
  }

  @Test
  void aFullQueueSaysSoAtOnce() throws Exception {
    try (Connection other = database.dedicatedConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("lock table event_key in exclusive mode");
      List<CompletableFuture<Receipt>> offered = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        offered.add(journal.offer(Events.event("evt_" + i)));
      }
      assertThat(journal.waiting()).isLessThanOrEqualTo(SETTINGS.maxQueuedEvents());
      List<String> reasons = new ArrayList<>();
      for (CompletableFuture<Receipt> each : offered) {
        reasons.add(((Receipt.Unavailable) get(each)).why());
      }
      assertThat(reasons).contains("the queue is full", "no writer was free in time");
      other.rollback();
    }
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> get(journal.offer(Events.event("evt_after"))) instanceof Receipt.Stored);
  }

  @Test
  void twoNodesOfferingTheSameIdsStoreEachOnce() throws Exception {
    try (Database otherDatabase =
            Database.open(DatabaseSettings.at(url, folder), InstantSource.system());
        Journal other =
            new Journal(
                    otherDatabase, JournalSettings.DEFAULTS, new Sources(otherDatabase), List.of())
                .start();
        Journal here =
            new Journal(database, JournalSettings.DEFAULTS, new Sources(database), List.of())
                .start()) {
      List<Integer> numbers = new ArrayList<>();
      for (int i = 0; i < 600; i++) {
        numbers.add(i % 300);
      }
      Random random = new Random(11);
      List<CompletableFuture<Receipt>> answers = new ArrayList<>();
      for (Journal each : List.of(here, other)) {
        Collections.shuffle(numbers, random);
        numbers.forEach(n -> answers.add(each.offer(Events.event("evt_" + n))));
      }
      int stored = 0;
      for (CompletableFuture<Receipt> each : answers) {
        Receipt receipt = get(each);
        assertThat(receipt).isNotInstanceOf(Receipt.Unavailable.class);
        stored += receipt instanceof Receipt.Stored ? 1 : 0;
      }
      assertThat(stored).isEqualTo(300);
      assertThat(count("select count(*) from event")).isEqualTo(300);
      assertThat(count("select sum(copies) from event_copy")).isEqualTo(900);
    }
  }

  private void cutConnections() {
    server.run(
        "postgres",
        "select pg_terminate_backend(pid) from pg_stat_activity"
            + " where application_name = 'gatehouse-intake'");
  }

  private long rowsOf(String eventId) {
    return count("select count(*) from event where event_id = '" + eventId + "'");
  }

  private long count(String sql) {
    return database.transaction(
        Pool.ADMIN,
        tx -> {
          try (Statement statement = tx.connection().createStatement();
              var row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static Receipt get(CompletableFuture<Receipt> answer)
      throws ExecutionException, InterruptedException, TimeoutException {
    return answer.get(10, TimeUnit.SECONDS);
  }
}
