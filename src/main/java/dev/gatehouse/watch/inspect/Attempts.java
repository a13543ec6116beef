package dev.gatehouse.watch.inspect;

import dev.gatehouse.db.Tx;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Questions about attempts. */
public final class Attempts {
  /** How many deliveries one request looks through at most. */
  private static final int WINDOW = 5_000;

  // Walks delivery_destination_idx (destination, created_at, id) backwards. The attempts of one
  // delivery stay together; an index on attempt for another order would cost every first attempt.
  private static final String OF_DESTINATION =
      """
      select d.created_at, a.delivery, a.event, a.destination, a.number, a.run, a.at, a.result,
        a.http_status, a.latency_ms, a.error, a.replay, a.node
      from (
        select d.id, d.event, d.created_at from delivery d
        where d.destination = {0} and {1}
        order by d.created_at desc, d.id desc limit {2}) d
      join lateral (select t.* from attempt t where t.delivery = d.id) a on true
      where {3}
      order by d.created_at desc, d.id desc, a.run desc, a.number desc
      limit {4}
      """;

  /** Where a page ended. */
  public record Cursor(Instant created, UUID delivery, int run, int number) {
    @Override
    public String toString() {
      return created + "~" + delivery + "~" + run + "~" + number;
    }

    /** Empty for a text that is no cursor. */
    public static Optional<Cursor> parse(String text) {
      String[] parts = text.split("~", -1);
      if (parts.length != 4 || !parts[2].matches("\\d{1,4}") || !parts[3].matches("\\d{1,9}")) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            new Cursor(
                Instant.parse(parts[0]),
                UUID.fromString(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3])));
      } catch (DateTimeException | IllegalArgumentException e) {
        return Optional.empty();
      }
    }
  }

  private record Row(Instant created, AttemptView view) {
    String cursor() {
      return new Cursor(created, view.delivery(), view.run(), view.number()).toString();
    }
  }

  /** Of the newest deliveries first, and of each delivery the newest first. */
  public Page<AttemptView> ofDestination(
      Tx tx, Scope scope, String destination, @Nullable Cursor after, int limit) {
    List<Row> found =
        tx.dsl()
            .resultQuery(
                OF_DESTINATION,
                DSL.val(destination),
                deliveriesFrom(after),
                DSL.inline(WINDOW),
                inScope(scope).and(attemptsAfter(after)),
                DSL.val(limit + 1))
            .fetch()
            .map(row -> new Row(new Cells(row).at("created_at"), view(new Cells(row))));
    Page<Row> page = Page.of(found, limit, Row::cursor);
    return new Page<>(page.data().stream().map(Row::view).toList(), page.next());
  }

  private static Condition deliveriesFrom(@Nullable Cursor after) {
    return after == null
        ? DSL.noCondition()
        : DSL.condition(
            "(d.created_at, d.id) <= ({0}::timestamptz, {1}::uuid)",
            DSL.val(after.created().toString()), DSL.val(after.delivery()));
  }

  private static Condition attemptsAfter(@Nullable Cursor after) {
    return after == null
        ? DSL.noCondition()
        : DSL.condition(
            "(d.id <> {0} or (a.run, a.number) < ({1}, {2}))",
            DSL.val(after.delivery()), DSL.val(after.run()), DSL.val(after.number()));
  }

  private static Condition inScope(Scope scope) {
    return scope.sources() == null
        ? DSL.noCondition()
        : DSL.condition(
            "exists (select 1 from event e join source s on s.source_id = e.source_id"
                + " where e.id = d.event and {0})",
            scope.allows(DSL.field("s.name", String.class)));
  }

  private static AttemptView view(Cells c) {
    UUID delivery = c.uuid("delivery");
    int run = c.integer("run");
    int number = c.integer("number");
    return new AttemptView(
        delivery + "." + run + "." + number,
        delivery,
        c.uuid("event"),
        c.text("destination"),
        number,
        run,
        c.at("at"),
        c.text("result"),
        c.integerOrNull("http_status"),
        c.integer("latency_ms"),
        c.textOrNull("error"),
        c.uuidOrNull("replay"),
        c.text("node"));
  }
}
