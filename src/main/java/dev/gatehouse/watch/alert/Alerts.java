package dev.gatehouse.watch.alert;

import static dev.gatehouse.db.generated.Tables.ALERT;

import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.triage.SafeText;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.watch.inspect.Page;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Owner of {@code alert}. */
public final class Alerts {
  // One open row per kind and subject: the partial unique index decides, whichever node comes
  // first.
  private static final String OPEN =
      """
      insert into alert (id, kind, subject, message, count, first_at, last_at)
      values (?, ?, ?, ?, ?, ?::timestamptz, ?::timestamptz)
      on conflict (kind, subject) where resolved_at is null
        do update set message = excluded.message, count = excluded.count,
          last_at = excluded.last_at
      returning id, kind, subject, message, count, first_at, last_at, resolved_at, xmax = 0 as made
      """;

  private final InstantSource clock;
  private final EventIds ids;

  public Alerts(InstantSource clock, EventIds ids) {
    this.clock = clock;
    this.ids = ids;
  }

  /** An alert as the API shows it. */
  public record View(
      UUID id,
      String kind,
      String subject,
      String message,
      long count,
      Instant firstAt,
      Instant lastAt,
      @Nullable Instant resolvedAt) {}

  /** What a round changed. */
  public record Changes(List<View> opened, List<View> resolved) {}

  /** Opens what is new, renews what is still true, and resolves the rest. */
  public Changes update(Tx tx, List<Finding> findings) {
    List<View> opened = new ArrayList<>();
    List<UUID> standing = new ArrayList<>();
    String now = clock.instant().toString();
    for (Finding each : findings) {
      Record row =
          tx.dsl()
              .fetchSingle(
                  OPEN,
                  ids.next().value(),
                  each.kind().text(),
                  SafeText.of(each.subject(), 200),
                  SafeText.of(each.message(), 500),
                  each.count(),
                  now,
                  now);
      View view = view(row);
      standing.add(view.id());
      if (Boolean.TRUE.equals(row.get("made", Boolean.class))) {
        opened.add(view);
      }
    }
    Condition over = ALERT.RESOLVED_AT.isNull().and(ALERT.ID.notIn(standing));
    List<View> resolved =
        tx.dsl()
            .update(ALERT)
            .set(ALERT.RESOLVED_AT, clock.instant())
            .where(over)
            .returning()
            .fetch(Alerts::view);
    return new Changes(opened, resolved);
  }

  /** Newest first. */
  public Page<View> list(Tx tx, boolean onlyOpen, @Nullable UUID after, int limit) {
    List<View> found =
        tx.dsl()
            .selectFrom(ALERT)
            .where(onlyOpen ? ALERT.RESOLVED_AT.isNull() : DSL.noCondition())
            .and(after == null ? DSL.noCondition() : ALERT.ID.lt(after))
            .orderBy(ALERT.ID.desc())
            .limit(limit + 1)
            .fetch(Alerts::view);
    return Page.of(found, limit, each -> each.id().toString());
  }

  /** By name: rows of plain SQL do not know the types of the table. */
  private static View view(Record row) {
    return new View(
        row.get("id", UUID.class),
        row.get("kind", String.class),
        row.get("subject", String.class),
        row.get("message", String.class),
        row.get("count", Long.class),
        row.get("first_at", Instant.class),
        row.get("last_at", Instant.class),
        row.get("resolved_at", Instant.class));
  }
}
