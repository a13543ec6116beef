package dev.gatehouse.operate.api;

import static dev.gatehouse.db.generated.Tables.AUDIT;

import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.triage.SafeText;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.watch.inspect.Page;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Owner of {@code audit}: who did what through the admin port. Rows are only added. */
final class Audit {
  private final InstantSource clock;
  private final EventIds ids;

  Audit(InstantSource clock, EventIds ids) {
    this.clock = clock;
    this.ids = ids;
  }

  /** A line of the record. */
  record Entry(
      UUID id, Instant at, String actor, String action, String target, @Nullable String detail) {}

  /**
   * Part of the transaction that does the deed, so neither is without the other.
   *
   * @param target such as {@code dead_letter/0198…} or {@code source/payments}
   * @param detail never a secret, a token or a body
   */
  void record(Tx tx, Caller actor, String action, String target, @Nullable String detail) {
    tx.dsl()
        .insertInto(AUDIT)
        .set(AUDIT.ID, ids.next().value())
        .set(AUDIT.AT, clock.instant())
        .set(AUDIT.ACTOR, actor.name())
        .set(AUDIT.ACTION, action)
        .set(AUDIT.TARGET, SafeText.of(target, 300))
        .set(AUDIT.DETAIL, detail == null ? null : SafeText.of(detail, 1000))
        .execute();
  }

  /** Newest first. */
  Page<Entry> list(
      Tx tx, @Nullable String actor, @Nullable String action, @Nullable UUID after, int limit) {
    Condition where = DSL.noCondition();
    where = actor == null ? where : where.and(AUDIT.ACTOR.eq(actor));
    where = action == null ? where : where.and(AUDIT.ACTION.eq(action));
    where = after == null ? where : where.and(AUDIT.ID.lt(after));
    List<Entry> found =
        tx.dsl()
            .selectFrom(AUDIT)
            .where(where)
            .orderBy(AUDIT.ID.desc())
            .limit(limit + 1)
            .fetch(
                row ->
                    new Entry(
                        row.get(AUDIT.ID),
                        row.get(AUDIT.AT),
                        row.get(AUDIT.ACTOR),
                        row.get(AUDIT.ACTION),
                        row.get(AUDIT.TARGET),
                        row.get(AUDIT.DETAIL)));
    return Page.of(found, limit, entry -> entry.id().toString());
  }
}
