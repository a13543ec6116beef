package dev.gatehouse.support;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** What the database says about a gateway's work, asked from outside the gateway. */
public final class Facts {
  /** A way to ask a database. */
  @FunctionalInterface
  public interface Database {
    /** One map per row, in column order. */
    List<Map<String, Object>> query(String sql, Object... arguments);
  }

  private static final Duration SETTLE = Duration.ofSeconds(20);

  private final Database database;

  public Facts(Database database) {
    this.database = database;
  }

  public long events() {
    return count("event");
  }

  public long eventsWithId(String eventId) {
    return number("select count(*) as n from event where event_id = ?", eventId);
  }

  public long deliveries() {
    return count("delivery");
  }

  public long deadLetters() {
    return count("dead_letter");
  }

  public long openDeadLetters() {
    return number(
        "select count(*) as n from dead_letter where status not in ('replayed', 'closed')");
  }

  public long attempts() {
    return count("attempt");
  }

  public Optional<String> bodySha256(UUID event) {
    return first("select encode(sha256(body), 'hex') as v from event where id = ?", event);
  }

  /** The verdict of the last run; empty while there is none. */
  public Optional<String> verdict(UUID event) {
    return first("select verdict as v from outcome where event = ? order by run desc", event);
  }

  public Optional<String> deadLetterCode(UUID event) {
    return first("select code as v from dead_letter where event = ? order by id", event);
  }

  public Optional<String> firstDeadLetterCode() {
    return first("select code as v from dead_letter order by id");
  }

  public Optional<UUID> openDeadLetter() {
    return database
        .query("select id from dead_letter where status not in ('replayed', 'closed') limit 1")
        .stream()
        .map(row -> (UUID) row.get("id"))
        .findFirst();
  }

  public List<UUID> deadLetterIds() {
    return database.query("select id from dead_letter order by id").stream()
        .map(row -> (UUID) row.get("id"))
        .toList();
  }

  public Optional<String> state(String key) {
    return first("select state as v from entity where entity_key = ?", key);
  }

  /** Waits until every event has a verdict, or is dead, and every delivery is delivered or dead. */
  public void settle() {
    settle(SETTLE);
  }

  /** The same with another limit. */
  public void settle(Duration within) {
    Awaitility.await("everything is finished or dead")
        .atMost(within)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> unfinished() == 0);
  }

  private long unfinished() {
    return number(
        """
        select (select count(*) from event e
                where not exists (select from outcome o where o.event = e.id))
             + (select count(*) from parked)
             + (select count(*) from retry)
             + (select count(*) from delivery d
                where not exists (select from attempt a where a.delivery = d.id and a.terminal)
                  and not exists (select from dead_letter l where l.delivery = d.id)) as n
        """);
  }

  /**
   * Tables in which one of these texts occurs in any column but the body.
   *
   * @param texts not put into the answer
   */
  public List<String> tablesWith(Collection<String> texts) {
    String everyTable =
        database
            .query(
                """
                select relname from pg_class
                where relkind in ('r', 'p') and not relispartition
                  and relnamespace = 'public'::regnamespace
                """)
            .stream()
            .map(
                row ->
                    """
                    select '%1$s' as name from %1$s t, wanted
                    where position(wanted.text in (to_jsonb(t) - 'body')::text) > 0
                    """
                        .formatted(row.get("relname")))
            .collect(Collectors.joining(" union "));
    return database
        .query(
            "with wanted as (select unnest(?::text[]) as text) " + everyTable,
            (Object) texts.toArray(String[]::new))
        .stream()
        .map(row -> (String) row.get("name"))
        .toList();
  }

  public long count(String table) {
    return number("select count(*) as n from " + table);
  }

  public long number(String sql, Object... arguments) {
    return ((Number) database.query(sql, arguments).getFirst().get("n")).longValue();
  }

  public List<Map<String, Object>> rows(String sql, Object... arguments) {
    return database.query(sql, arguments);
  }

  private Optional<String> first(String sql, Object... arguments) {
    return database.query(sql, arguments).stream()
        .findFirst()
        .flatMap(row -> Optional.ofNullable((String) row.get("v")));
  }
}
