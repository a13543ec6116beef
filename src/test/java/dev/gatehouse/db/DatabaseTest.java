package dev.gatehouse.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatabaseTest {
  private final TestDatabase test = TestDatabase.fresh();

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void theEmbeddedServerIsDurable() {
    for (String name : List.of("fsync", "synchronous_commit", "full_page_writes")) {
      assertThat(test.query("show " + name).getFirst().get(name)).as(name).isEqualTo("on");
    }
  }

  @Test
  void theEmbeddedServerAsksForAPassword() {
    String open = test.url().replaceFirst("postgres:[0-9a-f]+@", "postgres:wrong@");
    assertThatThrownBy(() -> JdbcUrl.of(open, null, null).connect(java.time.Duration.ofSeconds(5)))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo("28P01"));
  }

  @Test
  void anExceptionRollsBack() {
    assertThatThrownBy(
            () ->
                test.database()
                    .run(
                        Pool.WORK,
                        tx -> {
                          insertSource(tx, "one");
                          throw new IllegalStateException("stop");
                        }))
        .hasMessage("stop");
    assertThat(test.count("source")).isZero();
  }

  @Test
  void aRefusedRowNamesItsConstraintAndNotItsValues() {
    test.database().run(Pool.WORK, tx -> insertSource(tx, "secret-name"));
    assertThatThrownBy(() -> test.database().run(Pool.WORK, tx -> insertSource(tx, "secret-name")))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> {
              assertThat(e.constraint()).isEqualTo("source_name_key");
              assertThat(e.isUnavailable()).isFalse();
              assertThat(e.getMessage()).doesNotContain("secret-name");
            });
  }

  @Test
  void whatTheQueryBuilderThrowsIsSaidInOurWay() {
    assertThatThrownBy(
            () ->
                test.database()
                    .run(Pool.WORK, tx -> tx.dsl().fetch("select 'secret' from nowhere")))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("42P01");
              assertThat(e.getMessage()).doesNotContain("secret");
            });
  }

  @Test
  void killedConnectionsAreReplaced() {
    test.database().run(Pool.WORK, tx -> insertSource(tx, "before"));
    test.killConnections();
    int failures = 0;
    for (int i = 0; i < 20; i++) {
      try {
        String name = "after-" + i;
        test.database().run(Pool.WORK, tx -> insertSource(tx, name));
      } catch (DatabaseException e) {
        assertThat(e.isUnavailable()).isTrue();
        failures++;
      }
    }
    assertThat(failures).isLessThan(20);
  }

  @Test
  void partitionsAreMadeOnceAndTakeTheRowsOfTheirDay() {
    InstantSource later = InstantSource.fixed(Instant.parse("2031-05-04T12:00:00Z"));
    assertThat(new Partitions(later).ensure(test.database())).isEqualTo(5 * 9);
    assertThat(new Partitions(later).ensure(test.database())).isZero();
    UUID id = new UUID(later.millis() << 16 | 0x7000, 0x8000_0000_0000_0000L);
    test.execute(
        "insert into outcome (event, run, lane, verdict, at, node) values ('"
            + id
            + "', 0, 1, 'applied', now(), 'n')");
    assertThat(test.count("outcome_p20310504")).isEqualTo(1);
  }

  @Test
  void aSchemaFromTheFutureIsRefused() {
    test.execute(
        "insert into flyway_schema_history (installed_rank, version, description, type, script,"
            + " checksum, installed_by, execution_time, success) values (99, '999', 'future',"
            + " 'SQL', 'V999__future.sql', 1, 'postgres', 1, true)");
    assertThatThrownBy(test::anotherNode).isInstanceOf(SchemaMismatch.class);
  }

  private static void insertSource(Tx tx, String name) {
    try (var statement = tx.connection().prepareStatement("insert into source (name) values (?)")) {
      statement.setString(1, name);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of("insert", e);
    }
  }
}
