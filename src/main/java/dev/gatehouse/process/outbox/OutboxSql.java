package dev.gatehouse.process.outbox;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements of the outbox. */
final class OutboxSql {
  static final String COLUMNS =
      "d.id, d.event, d.destination, d.lane, d.machine, d.entity_key, d.ordered, d.created_at";

  // Measured: 13 to 15 us of a row's processor time, and 19 to 21 us with a conflict clause.
  static final String INSERT_NEW =
      """
      insert into delivery (id, event, destination, lane, machine, entity_key, ordered, created_at)
      select * from unnest(
        ?::uuid[], ?::uuid[], ?::text[], ?::int2[], ?::text[], ?::text[], ?::bool[], ?::timestamptz[])
      """;

  static final String INSERT = INSERT_NEW + "on conflict (id) do nothing\nreturning id\n";

  /**
   * Never tried, not waiting. Scalar subqueries on purpose: written with {@code not exists}, the
   * planner may hash all attempts there ever were instead of asking for the few in question. And
   * {@code is not true} rather than {@code is null}: of the latter it expects one row in 200, of
   * both together one in 40 000, and so reads and sorts the whole backlog for each page (measured
   * with 100 000 waiting: 890 ms) instead of walking the index until the page is full.
   */
  private static final String OPEN =
      """
      (select true from attempt a where a.delivery = d.id limit 1) is not true
        and (select true from retry r where r.delivery = d.id limit 1) is not true
      """;

  // Leans on delivery_destination_idx (destination, created_at, id) and the primary keys of
  // attempt and retry.
  static final String PENDING =
      "select "
          + COLUMNS
          + """

          from delivery d
          where d.destination = ?
            and d.created_at >= coalesce(
              (select low_water from delivery_mark where destination = ?), '-infinity')
            and (d.created_at, d.id) > (?::timestamptz, ?::uuid)
            and d.lane = any (?::int2[])
            and\
          """
          + " "
          + OPEN
          + """
          order by d.created_at, d.id
          limit ?
          """;

  static final String BY_IDS =
      "select "
          + COLUMNS
          + " from delivery d where d.id = any (?::uuid[]) order by d.created_at, d.id";

  // All deliveries of an event share its millisecond, see DeliveryId.
  static final String OF_EVENT =
      "select "
          + COLUMNS
          + " from delivery d where d.id between ?::uuid and ?::uuid and d.event = ?::uuid"
          + " order by d.created_at, d.id";

  static final String MOVE_MARK =
      """
      with asked as (
        select ?::text as destination, now() - make_interval(secs => ?) as upto
      ),
      edge as (
        select asked.destination, coalesce((
          select d.created_at from delivery d
          where d.destination = asked.destination
            and d.created_at >= coalesce((
              select low_water from delivery_mark m where m.destination = asked.destination),
              '-infinity')
            and d.created_at < asked.upto
            and\
      """
          + " "
          + OPEN
          + """
              order by d.created_at, d.id
              limit 1), asked.upto) as low_water
            from asked
          )
          insert into delivery_mark as m (destination, low_water)
          select destination, low_water from edge
          on conflict (destination) do update set low_water = excluded.low_water
          where m.low_water < excluded.low_water
          """;

  private OutboxSql() {}

  static void bind(PreparedStatement insert, List<Outgoing> all) throws SQLException {
    insert.setArray(1, array(insert, "uuid", all, each -> each.id().value()));
    insert.setArray(2, array(insert, "uuid", all, each -> each.event().id().value()));
    insert.setArray(3, array(insert, "text", all, each -> each.destination().value()));
    insert.setArray(4, array(insert, "int2", all, each -> (short) each.lane().number()));
    insert.setArray(5, array(insert, "text", all, each -> machine(each.entity())));
    insert.setArray(6, array(insert, "text", all, each -> key(each.entity())));
    insert.setArray(7, array(insert, "bool", all, Outgoing::ordered));
    insert.setArray(8, array(insert, "timestamptz", all, each -> each.at().toString()));
  }

  static UUID firstOfMillisecond(EventId event) {
    long millis = event.value().getMostSignificantBits() & 0xFFFF_FFFF_FFFF_0000L;
    return new UUID(millis, 0);
  }

  static UUID lastOfMillisecond(EventId event) {
    long millis = event.value().getMostSignificantBits() | 0xFFFFL;
    return new UUID(millis, -1L);
  }

  private static @Nullable String machine(@Nullable EntityRef entity) {
    return entity == null ? null : entity.machine();
  }

  private static @Nullable String key(@Nullable EntityRef entity) {
    return entity == null ? null : entity.key();
  }

  private static Array array(
      PreparedStatement statement,
      String type,
      List<Outgoing> all,
      Function<Outgoing, @Nullable Object> part)
      throws SQLException {
    Connection connection = statement.getConnection();
    return connection.createArrayOf(type, all.stream().map(part).toArray());
  }
}
