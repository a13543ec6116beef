package dev.gatehouse.watch.inspect;

import static dev.gatehouse.db.generated.Tables.REJECTION;

import dev.gatehouse.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Questions about refused requests. */
public final class Rejections {
  /** A refused request: what it was, never what it said. */
  public record View(
      UUID id,
      String source,
      Instant at,
      String reason,
      @Nullable String probableCause,
      @Nullable String remote,
      @Nullable String bodySha256,
      @Nullable Long bodyBytes,
      List<String> headerNames,
      String requestId) {}

  /** Newest first. */
  public Page<View> ofSource(Tx tx, String source, @Nullable UUID after, int limit) {
    List<View> found =
        tx.dsl()
            .selectFrom(REJECTION)
            .where(REJECTION.SOURCE.eq(source))
            .and(after == null ? DSL.noCondition() : REJECTION.ID.lt(after))
            .orderBy(REJECTION.ID.desc())
            .limit(limit + 1)
            .fetch()
            .map(Rejections::view);
    return Page.of(found, limit, each -> each.id().toString());
  }

  private static View view(Record row) {
    Cells c = new Cells(row);
    return new View(
        c.uuid("id"),
        c.text("source"),
        c.at("at"),
        c.text("reason"),
        c.textOrNull("probable_cause"),
        c.textOrNull("remote"),
        c.hexOrNull("body_sha256"),
        c.numberOrNull("body_bytes"),
        c.words("header_names"),
        c.text("request_id"));
  }
}
