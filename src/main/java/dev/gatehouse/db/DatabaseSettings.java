package dev.gatehouse.db;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the database is and how much of it is taken.
 *
 * @param url a {@code jdbc:postgresql:} or {@code postgres[ql]://} URL; empty: an embedded server
 * @param user null: as the URL says
 * @param password null: as the URL says; never printed
 * @param dataDir where the embedded server keeps its data
 * @param intakeConnections for the journal's writers only, so that nothing else can take them
 * @param workConnections for lanes and deliveries
 * @param adminConnections for people's questions
 * @param connectTimeout how long a thread waits for a connection of the pool
 */
public record DatabaseSettings(
    Optional<String> url,
    @Nullable String user,
    @Nullable String password,
    Path dataDir,
    int intakeConnections,
    int workConnections,
    int adminConnections,
    Duration connectTimeout) {

  /** An embedded server under that folder, with the default pools. */
  public static DatabaseSettings embedded(Path dataDir) {
    return new DatabaseSettings(
        Optional.empty(), null, null, dataDir, 3, 8, 4, Duration.ofSeconds(1));
  }

  /** A server somewhere else, with the default pools. */
  public static DatabaseSettings at(String url, Path dataDir) {
    return new DatabaseSettings(
        Optional.of(url), null, null, dataDir, 3, 8, 4, Duration.ofSeconds(1));
  }

  /** The same place with pools of these sizes. */
  public DatabaseSettings withConnections(int intake, int work, int admin) {
    return new DatabaseSettings(url, user, password, dataDir, intake, work, admin, connectTimeout);
  }

  @Override
  public String toString() {
    return "database " + (url.isPresent() ? "by URL" : "embedded in " + dataDir);
  }
}
