package dev.gatehouse.deliver.destination;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.gatehouse.deliver.InboxTarget;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.event.InboundEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Writes a row for each event into a table of its owner, who reads it in the transaction that holds
 * its effect.
 *
 * <p>An attempt is one statement and so one transaction. The primary key is the idempotency key: a
 * second attempt at a delivery whose first was committed and not heard of changes nothing and is
 * answered like the first. Half of the time limit is for a connection, half for the statement.
 */
final class InboxDestination implements Destination {
  private static final String INSERT =
      """
      insert into %s (
        key, event, source, event_id, type, machine, entity_key, sequence, position,
        occurred_at, received_at, content_type, body, attempt)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (key) do nothing
      """;

  private final String insert;
  private final int statementSeconds;
  private final HikariDataSource pool;

  InboxDestination(InboxTarget target, int concurrency) {
    this.insert = INSERT.formatted(target.table());
    this.statementSeconds = (int) Math.max(1, target.timeout().toSeconds() / 2);
    HikariConfig config = new HikariConfig();
    config.setPoolName("inbox");
    config.setDataSource(source(target));
    config.setMaximumPoolSize(concurrency);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(target.timeout().toMillis() / 2);
    config.setValidationTimeout(target.timeout().toMillis() / 4);
    // Does not connect now; whether the database is there is for the attempts to find out.
    config.setInitializationFailTimeout(-1);
    this.pool = new HikariDataSource(config);
  }

  @Override
  public AttemptResult send(Parcel parcel) {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setQueryTimeout(statementSeconds);
      bind(statement, parcel);
      int unused = statement.executeUpdate();
      return new AttemptResult.Answered(200, null);
    } catch (SQLException e) {
      return SqlStates.result(e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  private static void bind(PreparedStatement to, Parcel parcel) throws SQLException {
    InboundEvent event = parcel.delivery().event();
    var entity = parcel.delivery().entity();
    to.setString(1, parcel.delivery().id().toString());
    to.setObject(2, event.id().value());
    to.setString(3, event.source().value());
    to.setString(4, event.eventId());
    to.setString(5, event.type());
    to.setString(6, entity == null ? null : entity.machine());
    to.setString(7, entity == null ? null : entity.key());
    to.setObject(8, event.sequence(), Types.BIGINT);
    to.setLong(9, OutgoingHeaders.position(parcel.delivery().at()));
    to.setObject(10, time(event.occurredAt()));
    to.setObject(11, time(event.receivedAt()));
    to.setString(12, event.contentType());
    to.setBytes(13, event.body().bytes());
    to.setInt(14, parcel.number());
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }

  private PGSimpleDataSource source(InboxTarget target) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(target.url().url());
    source.setUser(target.url().who().getProperty("user"));
    source.setPassword(target.url().who().getProperty("password"));
    source.setApplicationName("gatehouse-inbox");
    source.setConnectTimeout(statementSeconds);
    // A little more than the statement: else the answer to a cancelled one would not be heard.
    source.setSocketTimeout(statementSeconds + 1);
    // Behind a proxy that lends connections out by transaction, named statements get lost.
    source.setPrepareThreshold(0);
    // After the URL, so that the URL cannot ask for others.
    source.setSocketFactory(GuardedDatabaseSockets.class.getName());
    source.setSocketFactoryArg(Boolean.toString(target.allowPrivate()));
    return source;
  }
}
