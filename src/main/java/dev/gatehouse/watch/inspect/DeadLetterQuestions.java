package dev.gatehouse.watch.inspect;

import static dev.gatehouse.db.generated.Tables.DEAD_LETTER;
import static dev.gatehouse.db.generated.Tables.DEAD_LETTER_CHANGE;

import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.triage.Status;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Questions about dead letters. */
public final class DeadLetterQuestions {
  private static final dev.gatehouse.db.generated.tables.DeadLetter D = DEAD_LETTER;

  // The newest row of a group speaks for it. Leans on dead_letter_fingerprint_idx.
  private static final String GROUPS =
      """
      select g.fingerprint, g.members, g.open, g.first_at, g.last_at, g.example,
        d.code, d.category, d.stage, d.source, d.type, d.destination, d.message
      from (
        select fingerprint, count(*) as members,
          count(*) filter (where status not in ('replayed', 'closed')) as open,
          min(created_at) as first_at, max(created_at) as last_at,
          (array_agg(id order by id))[1] as example, (array_agg(id order by id desc))[1] as newest
        from dead_letter where {0} group by fingerprint
      ) g
      join dead_letter d on d.id = g.newest
      where {1}
      order by g.open desc, g.fingerprint
      limit {2}
      """;

  /** Newest first. */
  public Page<DeadLetterView> list(
      Tx tx, Scope scope, DeadLetterFilter filter, @Nullable UUID after, int limit) {
    Condition where = where(scope, filter);
    List<DeadLetterView> found =
        tx.dsl()
            .selectFrom(D)
            .where(after == null ? where : where.and(D.ID.lt(after)))
            .orderBy(D.ID.desc())
            .limit(limit + 1)
            .fetch()
            .map(row -> view(row, null));
    return Page.of(found, limit, each -> each.id().toString());
  }

  /** With its changes. */
  public Optional<DeadLetterView> find(Tx tx, Scope scope, UUID id) {
    return tx.dsl()
        .selectFrom(D)
        .where(D.ID.eq(id), scope.allows(D.SOURCE))
        .fetchOptional(row -> view(row, changes(tx, id)));
  }

  /**
   * Where a page of groups ended.
   *
   * @param open how many open ones its last group had
   */
  public record GroupCursor(long open, String group) {
    @Override
    public String toString() {
      return open + "~" + group;
    }

    /** Empty for a text that is no cursor. */
    public static Optional<GroupCursor> parse(String text) {
      String[] parts = text.split("~", -1);
      return parts.length == 2 && parts[0].matches("\\d{1,18}") && parts[1].matches("[\\w-]{1,80}")
          ? Optional.of(new GroupCursor(Long.parseLong(parts[0]), parts[1]))
          : Optional.empty();
    }
  }

  /** Those with the most open ones first. */
  public Page<DeadLetterView.Group> groups(
      Tx tx, Scope scope, DeadLetterFilter filter, @Nullable GroupCursor after, int limit) {
    Condition rest =
        after == null
            ? DSL.noCondition()
            : DSL.condition(
                "(g.open < {0} or (g.open = {0} and g.fingerprint > {1}))",
                DSL.val(after.open()), DSL.val(after.group()));
    List<DeadLetterView.Group> found =
        tx.dsl()
            .resultQuery(GROUPS, where(scope, filter), rest, DSL.val(limit + 1))
            .fetch()
            .map(DeadLetterQuestions::group);
    return Page.of(found, limit, each -> new GroupCursor(each.open(), each.group()).toString());
  }

  private static Condition where(Scope scope, DeadLetterFilter f) {
    Condition where = scope.allows(D.SOURCE);
    if (!f.status().isEmpty()) {
      where = where.and(D.STATUS.in(f.status().stream().map(Status::text).toList()));
    }
    where = and(where, D.SOURCE, f.source());
    where = and(where, D.TYPE, f.type());
    where = and(where, D.MACHINE, f.machine());
    where = and(where, D.ENTITY_KEY, f.key());
    where = and(where, D.DESTINATION, f.destination());
    where = and(where, D.STAGE, f.stage() == null ? null : f.stage().text());
    where = and(where, D.CODE, f.code() == null ? null : f.code().name());
    where =
        and(
            where,
            D.CATEGORY,
            f.category() == null ? null : f.category().name().toLowerCase(Locale.ROOT));
    where = and(where, D.OWNER, f.owner());
    where = and(where, D.FINGERPRINT, f.group());
    where = and(where, D.EVENT, f.event());
    where = f.from() == null ? where : where.and(D.CREATED_AT.ge(f.from()));
    return f.to() == null ? where : where.and(D.CREATED_AT.lt(f.to()));
  }

  private static <T> Condition and(Condition where, Field<T> field, @Nullable T value) {
    return value == null ? where : where.and(field.eq(value));
  }

  private static List<DeadLetterView.Change> changes(Tx tx, UUID id) {
    return tx.dsl()
        .selectFrom(DEAD_LETTER_CHANGE)
        .where(DEAD_LETTER_CHANGE.DEAD_LETTER.eq(id))
        .orderBy(DEAD_LETTER_CHANGE.ID)
        .fetch()
        .map(DeadLetterQuestions::change);
  }

  private static DeadLetterView.Change change(Record row) {
    Cells c = new Cells(row);
    return new DeadLetterView.Change(
        c.at("at"),
        c.text("actor"),
        c.text("field"),
        c.textOrNull("before"),
        c.textOrNull("after"),
        c.textOrNull("note"));
  }

  private static DeadLetterView.Group group(Record row) {
    Cells c = new Cells(row);
    return new DeadLetterView.Group(
        c.text("fingerprint"),
        c.number("members"),
        c.number("open"),
        c.text("code"),
        c.text("category"),
        c.text("stage"),
        c.text("source"),
        c.textOrNull("type"),
        c.textOrNull("destination"),
        c.text("message"),
        c.uuid("example"),
        c.at("first_at"),
        c.at("last_at"));
  }

  private static DeadLetterView view(Record row, @Nullable List<DeadLetterView.Change> changes) {
    Cells c = new Cells(row);
    return new DeadLetterView(
        c.uuid("id"),
        c.uuid("event"),
        c.uuidOrNull("delivery"),
        c.text("source"),
        c.textOrNull("type"),
        c.textOrNull("schema_version"),
        c.textOrNull("machine"),
        c.textOrNull("entity_key"),
        c.textOrNull("destination"),
        c.text("stage"),
        c.text("code"),
        c.text("category"),
        c.text("message"),
        c.textOrNull("transition"),
        c.integer("attempts"),
        c.textOrNull("trace_id"),
        c.at("received_at"),
        c.atOrNull("first_attempt_at"),
        c.atOrNull("last_attempt_at"),
        c.at("created_at"),
        c.at("updated_at"),
        c.text("status"),
        c.textOrNull("owner"),
        c.text("fingerprint"),
        c.integer("replay_cycles"),
        c.yes("recurring"),
        c.at("expires_at"),
        c.text("software_version"),
        c.number("config_revision"),
        c.words("completed_steps"),
        c.number("version"),
        changes);
  }
}
