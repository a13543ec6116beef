package dev.gatehouse.watch.inspect;

import dev.gatehouse.db.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Everything that happened to one event, in order. */
public final class Timeline {
  /** The most attempts that are shown; the newest of them. */
  private static final int MAX_ATTEMPTS = 1_000;

  private static final String COPIES =
      "select conflict, copies, body_bytes, first_seen, last_seen, encode(body_sha256, 'hex') as"
          + " sha from event_copy where event = ? order by first_seen";

  private static final String VERDICTS =
      "select run, verdict, from_state, to_state, reason, guard, machine_revision, at, node"
          + " from outcome where event = ? order by run";

  private static final String PARKED =
      "select run, reason, since, until from parked where event = ?";

  private static final String DELIVERIES =
      "select d.id, d.destination, d.ordered, d.created_at from (select ?::uuid as id) e"
          + " join delivery d on "
          + EventSql.DELIVERIES_OF_E;

  private static final String ATTEMPTS =
      "select a.delivery, a.destination, a.run, a.number, a.at, a.result, a.terminal,"
          + " a.http_status, a.error, a.latency_ms, a.node from (select ?::uuid as id) e"
          + " join delivery d on "
          + EventSql.DELIVERIES_OF_E
          + " join attempt a on a.delivery = d.id order by a.at desc limit "
          + MAX_ATTEMPTS;

  private static final String LETTERS =
      "select id, delivery, destination, stage, code, message, created_at, replay_cycles"
          + " from dead_letter where event = ? order by id";

  private static final String CHANGES =
      "select c.dead_letter, c.at, c.actor, c.field, c.before, c.after, c.note"
          + " from dead_letter_change c join dead_letter d on d.id = c.dead_letter"
          + " where d.event = ? order by c.id";

  private final Events events;

  public Timeline(Events events) {
    this.events = events;
  }

  /** Oldest first; things of one instant in the order in which they cause one another. */
  public Optional<List<TimelineEntry>> of(Tx tx, Scope scope, UUID id) {
    return events.find(tx, scope, id).map(event -> of(tx, event));
  }

  private static List<TimelineEntry> of(Tx tx, EventView event) {
    List<TimelineEntry> all = new ArrayList<>();
    all.add(
        new TimelineEntry(
            event.receivedAt(),
            "received",
            "received from " + event.source() + ", " + event.bodyBytes() + " bytes",
            detail("matched_secret", event.matchedSecret(), "request_id", event.requestId())));
    add(tx, all, event, COPIES, Timeline::copy);
    add(tx, all, event, PARKED, Timeline::parked);
    add(tx, all, event, VERDICTS, Timeline::verdict);
    add(tx, all, event, DELIVERIES, Timeline::delivery);
    add(tx, all, event, ATTEMPTS, Timeline::attempt);
    add(tx, all, event, LETTERS, Timeline::letter);
    add(tx, all, event, CHANGES, Timeline::change);
    // The sort is stable: what is equal in time stays in the order of causes above.
    all.sort(Comparator.comparing(TimelineEntry::at));
    return all;
  }

  private static void add(
      Tx tx,
      List<TimelineEntry> all,
      EventView event,
      String sql,
      Function<Cells, TimelineEntry> read) {
    for (Record row : tx.dsl().fetch(sql, event.id())) {
      all.add(read.apply(new Cells(row)));
    }
  }

  private static TimelineEntry copy(Cells c) {
    boolean conflict = c.yes("conflict");
    String text =
        (conflict ? "same id with other bytes, not processed: " : "duplicate: ")
            + c.number("copies")
            + (c.number("copies") == 1 ? " copy" : " copies");
    return new TimelineEntry(
        c.at("first_seen"),
        "copy",
        text,
        detail(
            "conflict", conflict,
            "copies", c.number("copies"),
            "body_sha256", c.text("sha"),
            "body_bytes", c.number("body_bytes"),
            "last_seen", c.at("last_seen")));
  }

  private static TimelineEntry parked(Cells c) {
    return new TimelineEntry(
        c.at("since"),
        "parked",
        "waits: " + c.text("reason"),
        detail("reason", c.text("reason"), "until", c.atOrNull("until"), "run", c.integer("run")));
  }

  private static TimelineEntry verdict(Cells c) {
    String from = c.textOrNull("from_state");
    String to = c.textOrNull("to_state");
    String move = from == null && to == null ? "" : ": " + from + " → " + (to == null ? "?" : to);
    String reason = c.textOrNull("reason");
    return new TimelineEntry(
        c.at("at"),
        "verdict",
        c.text("verdict") + move + (reason == null ? "" : " (" + reason + ")"),
        detail(
            "outcome", c.text("verdict"),
            "from", from,
            "to", to,
            "reason", reason,
            "guard", c.textOrNull("guard"),
            "machine_revision", c.textOrNull("machine_revision"),
            "run", c.integer("run"),
            "node", c.text("node")));
  }

  private static TimelineEntry delivery(Cells c) {
    return new TimelineEntry(
        c.at("created_at"),
        "delivery",
        "to be delivered to " + c.text("destination"),
        detail(
            "delivery",
            c.uuid("id"),
            "destination",
            c.text("destination"),
            "ordered",
            c.yes("ordered")));
  }

  private static TimelineEntry attempt(Cells c) {
    Integer status = c.integerOrNull("http_status");
    String error = c.textOrNull("error");
    return new TimelineEntry(
        c.at("at"),
        "attempt",
        "attempt "
            + c.integer("number")
            + " at "
            + c.text("destination")
            + ": "
            + c.text("result")
            + (status == null ? "" : ", HTTP " + status)
            + (error == null || error.equals("HTTP " + status) ? "" : ", " + error),
        detail(
            "delivery", c.uuid("delivery"),
            "destination", c.text("destination"),
            "run", c.integer("run"),
            "number", c.integer("number"),
            "result", c.text("result"),
            "http_status", status,
            "error", error,
            "latency_ms", c.integer("latency_ms"),
            "node", c.text("node")));
  }

  private static TimelineEntry letter(Cells c) {
    return new TimelineEntry(
        c.at("created_at"),
        "dead_letter",
        "dead letter " + c.text("code") + ": " + c.text("message"),
        detail(
            "dead_letter", c.uuid("id"),
            "delivery", c.uuidOrNull("delivery"),
            "destination", c.textOrNull("destination"),
            "stage", c.text("stage"),
            "code", c.text("code"),
            "replay_cycles", c.integer("replay_cycles")));
  }

  private static TimelineEntry change(Cells c) {
    String after = c.textOrNull("after");
    return new TimelineEntry(
        c.at("at"),
        "change",
        c.text("actor") + " set " + c.text("field") + (after == null ? "" : " to " + after),
        detail(
            "dead_letter", c.uuid("dead_letter"),
            "actor", c.text("actor"),
            "field", c.text("field"),
            "before", c.textOrNull("before"),
            "after", after,
            "note", c.textOrNull("note")));
  }

  /** Names and values in turn. */
  private static Map<String, @Nullable Object> detail(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> detail = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      detail.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return detail;
  }
}
