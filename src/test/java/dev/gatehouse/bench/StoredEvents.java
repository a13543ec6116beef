package dev.gatehouse.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Fills a database with finished events of the last hours, made by the server itself. */
final class StoredEvents {
  private static final int CHUNK = 100_000;

  // Ids as EventIds makes them: milliseconds, version 7, then random bits, rising with the number.
  private static final String FILL =
      """
      with made as (
        select ?::bigint + n as number,
          encode(substring(int8send((extract(epoch from now()) * 1000)::bigint
            - 3600000 + (?::bigint + n) / 10) from 3) || '\\x7000'::bytea
            || '\\x8000'::bytea || substring(int8send(?::bigint + n) from 3), 'hex')::uuid as id
        from generate_series(1, ?) as n
      ), keys as (
        insert into event_key (source_id, event_id, event, body_sha256, first_seen)
        select 1, 'stored_' || md5(number::text), id, sha256(int8send(number)), now() from made
      ), events as (
        insert into event (id, source_id, event_id, type, machine, entity_key, lane, sequence,
          occurred_at, received_at, content_type, headers, body, body_sha256, matched_secret,
          request_id, config_revision)
        select id, 1, 'stored_' || md5(number::text), 'order.paid', 'order', md5(number::text),
          number % 64, 1, now(), now(), 'application/json', '[]',
          convert_to(repeat(md5(number::text), 32), 'UTF8'), sha256(int8send(number)),
          'current:3f2a91c0', 'stored', 1
        from made
      )
      insert into outcome (event, run, lane, verdict, from_state, to_state, entity_version, at, node)
      select id, 0, number % 64, 'applied', 'new', 'paid', 1, now(), 'bench' from made
      """;

  private final String url;

  StoredEvents(String url) {
    this.url = url;
  }

  void fill(long events) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement setting = connection.createStatement();
        PreparedStatement fill = connection.prepareStatement(FILL)) {
      // Only how it is filled: the gateway's own connections stay synchronous.
      setting.execute("set synchronous_commit = off");
      for (long from = 0; from < events; from += CHUNK) {
        for (int i = 1; i <= 3; i++) {
          fill.setLong(i, from);
        }
        fill.setInt(4, (int) Math.min(CHUNK, events - from));
        fill.executeUpdate();
        if (from % (10 * CHUNK) == 0) {
          Rig.say("  %d stored", from);
        }
      }
      setting.execute("analyze");
      setting.execute("checkpoint");
    } catch (SQLException e) {
      throw new IllegalStateException("filling the database", e);
    }
  }
}
