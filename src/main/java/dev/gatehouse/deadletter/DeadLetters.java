package dev.gatehouse.deadletter;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.triage.Fingerprint;
import dev.gatehouse.deadletter.triage.OwnerRule;
import dev.gatehouse.deadletter.triage.SafeText;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventIds;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens dead letters. */
public final class DeadLetters {
  // The predecessor is the last one of the same work that was re-run; a re-run that fails again
  // counts one cycle more. Leans on dead_letter_event_idx and, for the conflict,
  // dead_letter_open_key.
  private static final String OPEN =
      """
      insert into dead_letter (
        id, event, delivery, source, type, schema_version, machine, entity_key, destination, stage,
        code, category, message, transition, attempts, trace_id, received_at, first_attempt_at,
        last_attempt_at, owner, fingerprint, completed_steps,
        created_at, updated_at, status, replay_cycles, recurring, expires_at, software_version,
        config_revision)
      select
        n.id, n.event, n.delivery, n.source, n.type, n.schema_version, n.machine, n.entity_key,
        n.destination, n.stage, n.code, n.category, n.message, n.transition, n.attempts, n.trace_id,
        n.received_at, n.first_attempt_at, n.last_attempt_at, n.owner, n.fingerprint,
        n.completed_steps,
        ?::timestamptz, ?::timestamptz, 'new', coalesce(p.cycles + 1, 0),
        coalesce(p.cycles + 1, 0) >= ?, ?::timestamptz, ?, ?
      from unnest(
        ?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
        ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[],
        ?::timestamptz[], ?::timestamptz[], ?::timestamptz[], ?::text[], ?::text[], ?::text[])
        as n (id, event, delivery, source, type, schema_version, machine, entity_key, destination,
          stage, code, category, message, transition, attempts, trace_id, received_at,
          first_attempt_at, last_attempt_at, owner, fingerprint, completed_steps)
      left join lateral (
        select max(d.replay_cycles) as cycles from dead_letter d
        where d.event = n.event and coalesce(d.delivery, d.event) = coalesce(n.delivery, n.event)
          and d.status = 'replayed'
      ) p on true
      order by n.event, n.delivery
      on conflict (event, coalesce(delivery, event)) where status not in ('replayed', 'closed')
        do nothing
      returning id
      """;

  private final Supplier<DeadLetterSettings> settings;
  private final InstantSource clock;
  private final EventIds ids;

  public DeadLetters(Supplier<DeadLetterSettings> settings, InstantSource clock, EventIds ids) {
    this.settings = settings;
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * Opens one dead letter for each piece of work given, in the caller's transaction. Work that has
   * an open one already gets no second: a constraint decides, so two writers cannot disagree.
   *
   * @return the ids of those that are new, in no particular order
   */
  public List<DeadLetterId> open(Tx tx, List<NewDeadLetter> letters) {
    if (letters.isEmpty()) {
      return List.of();
    }
    DeadLetterSettings now = settings.get();
    try (PreparedStatement insert = tx.connection().prepareStatement(OPEN)) {
      bind(insert, now, letters);
      List<DeadLetterId> opened = new ArrayList<>();
      try (ResultSet rows = insert.executeQuery()) {
        while (rows.next()) {
          opened.add(new DeadLetterId(rows.getObject(1, UUID.class)));
        }
      }
      return opened;
    } catch (SQLException e) {
      throw DatabaseException.of("opening " + letters.size() + " dead letters", e);
    }
  }

  private void bind(PreparedStatement insert, DeadLetterSettings now, List<NewDeadLetter> letters)
      throws SQLException {
    Instant at = clock.instant();
    Binder to = new Binder(insert, letters);
    to.value(at.toString());
    to.value(at.toString());
    to.value(now.maxReplayCycles());
    to.value(at.plus(now.retention()).toString());
    to.value(now.softwareVersion());
    to.value(now.configRevision());
    to.column("uuid", l -> ids.next().value());
    to.column("uuid", l -> l.event().id().value());
    to.column("uuid", NewDeadLetter::delivery);
    to.column("text", l -> l.event().source().value());
    to.column("text", l -> safe(l.event().type()));
    to.column("text", l -> safe(l.event().schemaVersion()));
    to.column("text", l -> safe(machine(l.event().entity())));
    to.column("text", l -> safe(key(l.event().entity())));
    to.column("text", DeadLetters::destination);
    to.column("text", l -> l.stage().text());
    to.column("text", l -> l.code().name());
    to.column("text", l -> l.code().category().name().toLowerCase(Locale.ROOT));
    to.column("text", l -> SafeText.of(l.message(), SafeText.MAX_MESSAGE));
    to.column("text", l -> safe(l.transition()));
    to.column("int4", NewDeadLetter::attempts);
    to.column("text", l -> safe(TraceId.of(l.event())));
    to.column("timestamptz", l -> text(l.event().receivedAt()));
    to.column("timestamptz", l -> text(l.firstAttemptAt()));
    to.column("timestamptz", l -> text(l.lastAttemptAt()));
    to.column("text", l -> owner(now, l));
    to.column("text", DeadLetters::fingerprint);
    to.column("text", l -> SafeText.of(String.join(",", l.completedSteps()), 4000));
  }

  private static @Nullable String owner(DeadLetterSettings now, NewDeadLetter l) {
    return OwnerRule.ownerOf(
            now.owners(),
            l.event().source().value(),
            l.event().type(),
            destination(l),
            l.stage(),
            l.code())
        .orElse(null);
  }

  private static String fingerprint(NewDeadLetter l) {
    return Fingerprint.of(
        l.code(),
        l.stage(),
        l.event().source().value(),
        l.event().type(),
        l.transition(),
        destination(l),
        l.message());
  }

  private static @Nullable String destination(NewDeadLetter l) {
    return l.destination() == null ? null : l.destination().value();
  }

  private static @Nullable String machine(@Nullable EntityRef entity) {
    return entity == null ? null : entity.machine();
  }

  private static @Nullable String key(@Nullable EntityRef entity) {
    return entity == null ? null : entity.key();
  }

  private static @Nullable String text(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }

  private static @Nullable String safe(@Nullable String text) {
    return text == null ? null : SafeText.of(text, 600);
  }
}
