package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.DeadLetters;
import dev.gatehouse.deadletter.NewDeadLetter;
import dev.gatehouse.deliver.worker.Entry.After;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.process.outbox.DeliveryId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down many results in the caller's one transaction: attempts, what is due again, what is
 * finished, dead letters, and who is released by all this.
 */
final class Results {
  private static final Logger LOG = LoggerFactory.getLogger(Results.class);

  private final DeadLetters deadLetters;
  private final Supplier<Collection<DestinationName>> destinations;
  private final String node;

  /**
   * @param destinations all that are configured, for the steps a dead letter has behind it
   */
  Results(
      DeadLetters deadLetters, Supplier<Collection<DestinationName>> destinations, String node) {
    this.deadLetters = deadLetters;
    this.destinations = destinations;
    this.node = node;
  }

  /**
   * What a commit did.
   *
   * @param counted the entries that had consequences; the rest were another node's already
   * @param clear entities that have nothing unfinished any more
   * @param released how many now go that stood behind
   */
  record Written(List<Entry> counted, Set<Order.Queue> clear, int released) {}

  Written write(Tx tx, List<Entry> entries) {
    try {
      Set<UUID> mine = attempts(tx, entries.stream().filter(e -> e.tried() != null).toList());
      List<Entry> counted =
          entries.stream()
              .filter(e -> e.tried() == null || mine.contains(e.work().id().value()))
              .toList();
      if (counted.size() < entries.size()) {
        LOG.info(
            "{} results discarded: another node had written its own",
            entries.size() - counted.size());
      }
      finish(tx, counted);
      retries(tx, of(counted, After.Again.class));
      behind(tx, of(counted, After.Behind.class));
      deadLetters(tx, of(counted, After.Dead.class));
      Set<Order.Queue> touched = touched(entries);
      int released = Order.release(tx, touched);
      return new Written(counted, Order.clear(tx, touched), released);
    } catch (SQLException e) {
      throw DatabaseException.of("writing " + entries.size() + " results", e);
    }
  }

  private static List<Entry> of(List<Entry> entries, Class<? extends After> kind) {
    return entries.stream().filter(entry -> kind.isInstance(entry.after())).toList();
  }

  private static Set<Order.Queue> touched(List<Entry> entries) {
    Set<Order.Queue> touched = new HashSet<>();
    for (Entry each : entries) {
      if (each.touches() != null) {
        touched.add(new Order.Queue(each.work().delivery().destination(), each.touches()));
      }
    }
    return touched;
  }

  private Set<UUID> attempts(Tx tx, List<Entry> tried) throws SQLException {
    Set<UUID> mine = new HashSet<>();
    if (tried.isEmpty()) {
      return mine;
    }
    try (PreparedStatement insert = tx.connection().prepareStatement(ResultSql.ATTEMPTS)) {
      ArrayBinder<Entry> to = new ArrayBinder<>(insert, tried);
      to.value(node);
      to.column("uuid", e -> e.work().id().value());
      to.column("int2", e -> (short) e.work().run());
      to.column("int4", e -> tried(e).number());
      to.column("uuid", e -> e.work().delivery().event().id().value());
      to.column("text", e -> e.work().delivery().destination().value());
      to.column("timestamptz", e -> tried(e).at().toString());
      to.column("text", e -> tried(e).result());
      to.column("bool", e -> tried(e).terminal());
      to.column("int2", e -> status(tried(e).status()));
      to.column("text", e -> tried(e).error());
      to.column("int4", e -> tried(e).latencyMs());
      to.column("uuid", e -> e.work().replay());
      try (ResultSet rows = insert.executeQuery()) {
        while (rows.next()) {
          mine.add(rows.getObject(1, UUID.class));
        }
      }
    }
    return mine;
  }

  private static void finish(Tx tx, List<Entry> counted) throws SQLException {
    List<Entry> finished =
        counted.stream()
            .filter(e -> e.work().waited())
            .filter(e -> e.after() instanceof After.Finished || e.after() instanceof After.Dead)
            .toList();
    if (finished.isEmpty()) {
      return;
    }
    try (PreparedStatement delete = tx.connection().prepareStatement(ResultSql.FINISHED)) {
      ArrayBinder<Entry> to = new ArrayBinder<>(delete, finished);
      to.column("uuid", e -> e.work().id().value());
      to.column("int2", e -> (short) e.work().run());
      delete.executeUpdate();
    }
  }

  private static void retries(Tx tx, List<Entry> again) throws SQLException {
    if (again.isEmpty()) {
      return;
    }
    try (PreparedStatement insert = tx.connection().prepareStatement(ResultSql.RETRIES)) {
      ArrayBinder<Entry> to = new ArrayBinder<>(insert, again);
      delivery(to);
      to.column("int2", e -> (short) e.work().run());
      to.column("uuid", e -> e.work().replay());
      to.column("int4", e -> tried(e).number());
      to.column("int4", e -> again(e).attempts());
      to.column("float8", e -> again(e).delay().toMillis() / 1000.0);
      to.column("timestamptz", e -> text(again(e).firstAttemptAt()));
      to.column("text", e -> again(e).last());
      insert.executeUpdate();
    }
  }

  private static void behind(Tx tx, List<Entry> behind) throws SQLException {
    if (behind.isEmpty()) {
      return;
    }
    try (PreparedStatement insert = tx.connection().prepareStatement(ResultSql.BEHIND)) {
      delivery(new ArrayBinder<>(insert, behind));
      insert.executeUpdate();
    }
  }

  private static void delivery(ArrayBinder<Entry> to) throws SQLException {
    to.column("uuid", e -> e.work().id().value());
    to.column("uuid", e -> e.work().delivery().event().id().value());
    to.column("text", e -> e.work().delivery().destination().value());
    to.column("int2", e -> (short) e.work().delivery().lane().number());
    to.column("text", e -> machine(e.work().delivery().entity()));
    to.column("text", e -> key(e.work().delivery().entity()));
    to.column("bool", e -> e.work().delivery().ordered());
    to.column("timestamptz", e -> e.work().delivery().at().toString());
  }

  private void deadLetters(Tx tx, List<Entry> dead) throws SQLException {
    if (dead.isEmpty()) {
      return;
    }
    Map<UUID, List<String>> arrived = arrived(tx, dead);
    List<NewDeadLetter> letters = new ArrayList<>();
    for (Entry each : dead) {
      After.Dead why = (After.Dead) each.after();
      List<String> steps = new ArrayList<>(List.of("verdict:applied"));
      steps.addAll(arrived.getOrDefault(each.work().delivery().event().id().value(), List.of()));
      letters.add(
          NewDeadLetter.ofDelivery(
              each.work().delivery().event(),
              each.work().id().value(),
              each.work().delivery().destination(),
              why.code(),
              why.message(),
              why.attempts(),
              why.firstAttemptAt(),
              each.tried() == null ? null : each.tried().at(),
              steps));
    }
    deadLetters.open(tx, letters);
  }

  /** The other deliveries of these events that have arrived, as {@code delivered:name}. */
  private Map<UUID, List<String>> arrived(Tx tx, List<Entry> dead) throws SQLException {
    List<Object> others = new ArrayList<>();
    for (Entry each : dead) {
      for (DestinationName name : destinations.get()) {
        others.add(DeliveryId.of(each.work().delivery().event().id(), name).value());
      }
    }
    Map<UUID, List<String>> arrived = new HashMap<>();
    try (PreparedStatement select = tx.connection().prepareStatement(ResultSql.ARRIVED)) {
      select.setArray(1, tx.connection().createArrayOf("uuid", others.toArray()));
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          arrived
              .computeIfAbsent(rows.getObject(1, UUID.class), event -> new ArrayList<>())
              .add("delivered:" + rows.getString(2));
        }
      }
    }
    return arrived;
  }

  private static Entry.Try tried(Entry entry) {
    Entry.Try tried = entry.tried();
    if (tried == null) {
      throw new IllegalStateException(entry.work().delivery() + " was not tried");
    }
    return tried;
  }

  private static After.Again again(Entry entry) {
    return (After.Again) entry.after();
  }

  private static @Nullable Short status(@Nullable Integer status) {
    return status == null ? null : status.shortValue();
  }

  private static @Nullable String text(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }

  private static @Nullable String machine(@Nullable EntityRef entity) {
    return entity == null ? null : entity.machine();
  }

  private static @Nullable String key(@Nullable EntityRef entity) {
    return entity == null ? null : entity.key();
  }
}
