package dev.gatehouse.db;

import java.sql.SQLException;
import java.time.Duration;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** Brings the schema to where this program needs it; forward only. */
final class Migrations {
  private Migrations() {}

  /** Looks for Flyway's plug-ins, which is most of its start. */
  static void preload() {
    Flyway.configure();
  }

  static void apply(JdbcUrl url) {
    // Asked first, because Flyway reports "away" and "wrong" with one exception and a long message.
    try {
      url.connect(Duration.ofSeconds(5)).close();
    } catch (SQLException e) {
      throw DatabaseException.of("close", e);
    }
    try {
      Flyway.configure()
          .dataSource(url.url(), url.who().getProperty("user"), url.who().getProperty("password"))
          .locations("classpath:sql")
          // A schema that is ahead of the program is a mistake too: a newer node has been here.
          .ignoreMigrationPatterns("*:ignored")
          .cleanDisabled(true)
          .load()
          .migrate();
    } catch (FlywayValidateException e) {
      throw new SchemaMismatch(
          "the schema in the database does not fit this version: " + firstLine(e), e);
    } catch (FlywayException e) {
      throw new SchemaMismatch("the schema could not be brought up to date: " + firstLine(e), e);
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).strip().lines().findFirst().orElse("no reason given");
  }
}
