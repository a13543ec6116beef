package dev.gatehouse.watch.inspect;

import static dev.gatehouse.db.generated.Tables.EVENT;
import static dev.gatehouse.db.generated.Tables.EVENT_KEY;
import static dev.gatehouse.db.generated.Tables.SOURCE;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EventIds;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Select;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Questions about events. */
public final class Events {
  /** How many events one request looks through at most; the next page goes on from there. */
  static final int WINDOW = 50_000;

  /** The same where the status of each has to be worked out: 5 000 take about half a second. */
  static final int STATUS_WINDOW = 5_000;

  private static final Field<String> SOURCE_NAME = DSL.field("s.name", String.class);
  private static final Field<String> STATUS = DSL.field("st.status", String.class);

  private static final dev.gatehouse.db.generated.tables.Event E = EVENT.as("e");

  private static final List<Field<?>> COLUMNS =
      List.of(
          E.ID,
          E.SOURCE_ID,
          E.EVENT_ID,
          E.TYPE,
          E.SCHEMA_VERSION,
          E.MACHINE,
          E.ENTITY_KEY,
          E.SEQUENCE,
          E.OCCURRED_AT,
          E.RECEIVED_AT,
          E.CONTENT_TYPE,
          E.BODY_SHA256,
          E.MATCHED_SECRET,
          E.FAULT,
          E.FAULT_DETAIL,
          E.UNSIGNED_FIELDS,
          E.REQUEST_ID,
          E.CONFIG_REVISION,
          DSL.field("octet_length(e.body)", Long.class).as("body_bytes"));

  /**
   * Newest first. Walks the primary key (or the index on the entity) through at most {@value
   * #WINDOW} events ({@value #STATUS_WINDOW} when a status is asked for) and filters those, so that
   * no filter can make it read the whole table.
   */
  public Page<EventView> list(Tx tx, Scope scope, EventFilter filter, int limit) {
    Select<?> window = window(filter);
    Condition wanted = wanted(scope, filter);
    List<EventView> found =
        tx.dsl()
            .resultQuery(EventSql.SELECT, window, wanted, DSL.val(limit + 1))
            .fetch()
            .map(Events::view);
    Page<EventView> page = Page.of(found, limit, each -> each.id().toString());
    return page.next() == null
        ? new Page<>(page.data(), lastLookedAt(tx, window, windowOf(filter)))
        : page;
  }

  /** With its deliveries and dead letters. */
  public Optional<EventView> find(Tx tx, Scope scope, UUID id) {
    Select<?> one = DSL.select(COLUMNS).from(E).where(E.ID.eq(id));
    Record row =
        tx.dsl().resultQuery(EventSql.SELECT, one, DSL.noCondition(), DSL.val(1)).fetchOne();
    if (row == null || !scope.sees(new Cells(row).text("source_name"))) {
      return Optional.empty();
    }
    return Optional.of(view(row).with(deliveries(tx, id), deadLetters(tx, id)));
  }

  /** The body as it arrived. */
  public Optional<Body> body(Tx tx, Scope scope, UUID id) {
    return tx.dsl()
        .select(E.BODY, SOURCE.NAME)
        .from(E)
        .join(SOURCE)
        .on(SOURCE.SOURCE_ID.eq(E.SOURCE_ID))
        .where(E.ID.eq(id), scope.allows(SOURCE.NAME))
        .fetchOptional(row -> new Body(row.get(E.BODY), row.get(SOURCE.NAME)));
  }

  /** Bytes as they arrived, not a copy. */
  public record Body(byte[] bytes, String source) {}

  static List<EventView.Delivery> deliveries(Tx tx, UUID event) {
    return tx.dsl().fetch(EventSql.DELIVERIES, event).map(Events::delivery);
  }

  private static List<UUID> deadLetters(Tx tx, UUID event) {
    return tx.dsl()
        .fetch("select id from dead_letter where event = ? order by id", event)
        .map(row -> new Cells(row).uuid("id"));
  }

  private static Select<?> window(EventFilter filter) {
    Condition where = DSL.noCondition();
    where = filter.machine() == null ? where : where.and(E.MACHINE.eq(filter.machine()));
    where = filter.key() == null ? where : where.and(E.ENTITY_KEY.eq(filter.key()));
    where = filter.from() == null ? where : where.and(E.ID.ge(EventIds.floor(filter.from())));
    where = filter.to() == null ? where : where.and(E.ID.lt(EventIds.floor(filter.to())));
    where = filter.after() == null ? where : where.and(E.ID.lt(filter.after()));
    where = filter.status() == null ? where : where.and(candidates(filter.status()));
    where =
        filter.eventId() == null
            ? where
            : where.and(
                E.ID.in(
                    DSL.select(EVENT_KEY.EVENT)
                        .from(EVENT_KEY)
                        .where(
                            EVENT_KEY.SOURCE_ID.in(DSL.select(SOURCE.SOURCE_ID).from(SOURCE)),
                            EVENT_KEY.EVENT_ID.eq(filter.eventId()))));
    return DSL.select(COLUMNS).from(E).where(where).orderBy(E.ID.desc()).limit(windowOf(filter));
  }

  private static int windowOf(EventFilter filter) {
    return filter.status() == null ? WINDOW : STATUS_WINDOW;
  }

  private static Condition wanted(Scope scope, EventFilter filter) {
    Condition where = scope.allows(SOURCE_NAME);
    where = filter.source() == null ? where : where.and(SOURCE_NAME.eq(filter.source()));
    where = filter.type() == null ? where : where.and(E.TYPE.eq(filter.type()));
    return filter.status() == null ? where : where.and(STATUS.eq(filter.status().text()));
  }

  /** Rare statuses are found through the small tables that cause them, not by looking at all. */
  private static Condition candidates(EventStatus status) {
    return switch (status) {
      case DEFERRED -> DSL.condition("e.id in (select event from parked)");
      case DEAD ->
          DSL.condition("e.id in (select event from dead_letter where status <> 'replayed')");
      case PENDING, DELIVERED, APPLIED, STALE, IGNORED -> DSL.noCondition();
    };
  }

  private static @Nullable String lastLookedAt(Tx tx, Select<?> window, int size) {
    Record last =
        tx.dsl()
            .resultQuery(
                "select count(*) as looked, (array_agg(w.id order by w.id))[1] as id from ({0}) w",
                window)
            .fetchOne();
    if (last == null) {
      return null;
    }
    Cells cells = new Cells(last);
    return cells.number("looked") < size ? null : cells.uuid("id").toString();
  }

  private static EventView view(Record row) {
    Cells c = new Cells(row);
    return new EventView(
        c.uuid("id"),
        c.text("source_name"),
        c.textOrNull("event_id"),
        c.textOrNull("type"),
        c.textOrNull("schema_version"),
        c.atOrNull("occurred_at"),
        c.at("received_at"),
        c.textOrNull("machine"),
        c.textOrNull("entity_key"),
        c.numberOrNull("sequence"),
        c.text("status"),
        verdict(c),
        String.valueOf(c.hexOrNull("body_sha256")),
        c.number("body_bytes"),
        c.textOrNull("content_type"),
        c.text("matched_secret"),
        c.number("duplicates"),
        c.number("conflicts"),
        c.textOrNull("fault"),
        c.textOrNull("fault_detail"),
        c.words("unsigned_fields"),
        c.text("request_id"),
        c.number("config_revision"),
        null,
        null);
  }

  private static EventView.@Nullable Verdict verdict(Cells c) {
    return c.textOrNull("verdict") == null
        ? null
        : new EventView.Verdict(
            c.text("verdict"),
            c.textOrNull("from_state"),
            c.textOrNull("to_state"),
            c.textOrNull("reason"),
            c.at("verdict_at"),
            c.integer("run"));
  }

  private static EventView.Delivery delivery(Record row) {
    Cells c = new Cells(row);
    return new EventView.Delivery(
        c.uuid("id"),
        c.text("destination"),
        status(c),
        c.integer("tries"),
        "due".equals(c.textOrNull("state")) ? c.atOrNull("next_at") : null,
        c.textOrNull("last_result"));
  }

  private static String status(Cells c) {
    if (c.yes("arrived")) {
      return "delivered";
    }
    if (c.yes("dead")) {
      return "dead";
    }
    String waits = c.textOrNull("state");
    return waits == null ? "pending" : waits.equals("due") ? "retrying" : waits;
  }
}
