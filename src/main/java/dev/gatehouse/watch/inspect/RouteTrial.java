package dev.gatehouse.watch.inspect;

import dev.gatehouse.condition.ConditionFailed;
import dev.gatehouse.condition.Facts;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Form;
import dev.gatehouse.deliver.shape.Shaper;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.lane.ProcessSettings;
import dev.gatehouse.process.machine.VerdictKind;
import dev.gatehouse.process.route.Route;
import dev.gatehouse.receive.journal.EventReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which of the last events a route would have taken, and what would be sent. Changes nothing. */
public final class RouteTrial {
  /** So many events at most. */
  public static final int MOST = 50;

  /** A longer body is not shown, only its size. */
  static final int SHOWN = 64 * 1024;

  // Walks event_pk backwards; one probe of outcome_pk for each.
  private static final String LAST =
      """
      select e.id, o.verdict, o.from_state, o.to_state
      from (
        select id from event
        where ?::text is null or source_id = (select source_id from source where name = ?)
        order by id desc limit ?
      ) e
      left join lateral (
        select verdict, from_state, to_state from outcome
        where event = e.id order by run desc limit 1
      ) o on true
      order by e.id desc
      """;

  /** What is configured. */
  public record Rules(
      ProcessSettings process, Map<DestinationName, DestinationSettings> destinations) {
    /** The form that destination gets events in. */
    public Form form(DestinationName name) {
      DestinationSettings settings = destinations.get(name);
      return settings == null ? Form.AS_RECEIVED : settings.form();
    }
  }

  /**
   * What would go to one destination.
   *
   * @param body where it is UTF-8 and not too long to show, else {@code bodyBase64}
   * @param error why nothing could be sent
   */
  public record Sent(
      String destination,
      @Nullable String contentType,
      @Nullable Integer bytes,
      @Nullable String body,
      @Nullable String bodyBase64,
      @Nullable String error) {}

  /**
   * One event.
   *
   * @param verdict null: it has none yet
   * @param why the route could not tell
   */
  public record View(
      String event,
      String source,
      @Nullable String type,
      @Nullable String verdict,
      boolean matched,
      @Nullable String why,
      List<Sent> sent) {}

  private record Last(
      UUID event, @Nullable String verdict, @Nullable String from, @Nullable String to) {}

  private final EventReader events = new EventReader();

  /**
   * @param forms of the route's destinations
   * @param count of events, newest first, of the route's source where it names one
   */
  public List<View> of(
      Tx tx, ProcessSettings process, Route route, Map<DestinationName, Form> forms, int count) {
    List<Last> last = last(tx, route.settings().source(), count);
    Map<UUID, InboundEvent> bodies = new HashMap<>();
    events
        .byIds(tx, last.stream().map(each -> new EventId(each.event())).toList())
        .forEach(event -> bodies.put(event.id().value(), event));
    Map<DestinationName, Optional<Shaper>> shapers = new HashMap<>();
    forms.forEach((name, form) -> shapers.put(name, Shaper.of(form)));
    List<View> views = new ArrayList<>();
    for (Last each : last) {
      InboundEvent event = bodies.get(each.event());
      if (event != null) {
        views.add(view(process, route, shapers, each, event));
      }
    }
    return views;
  }

  private static View view(
      ProcessSettings process,
      Route route,
      Map<DestinationName, Optional<Shaper>> shapers,
      Last last,
      InboundEvent event) {
    boolean matched = false;
    String why = null;
    if (last.verdict() == null) {
      why = "no verdict yet";
    } else {
      try {
        VerdictKind kind = VerdictKind.of(last.verdict());
        String after = kind == VerdictKind.APPLIED ? last.to() : last.from();
        matched =
            route.takes(event, kind, last.from(), after, Facts.of(event, process.payload(event)));
      } catch (ConditionFailed e) {
        why = "the filter has no answer: " + e.getMessage();
      }
    }
    List<Sent> sent = new ArrayList<>();
    if (matched) {
      for (DestinationName name : route.settings().to()) {
        sent.add(sent(name, shapers.getOrDefault(name, Optional.empty()), event));
      }
    }
    return new View(
        event.id().toString(),
        event.source().value(),
        event.type(),
        last.verdict(),
        matched,
        why,
        sent);
  }

  private static Sent sent(DestinationName name, Optional<Shaper> shaper, InboundEvent event) {
    if (shaper.isEmpty()) {
      return sent(name, event.body().bytes(), event.contentType());
    }
    return switch (shaper.get().shape(event)) {
      case Shaper.Shaped.Made made -> sent(name, made.body(), made.contentType());
      case Shaper.Shaped.Failed failed ->
          new Sent(name.value(), null, null, null, null, failed.why());
    };
  }

  private static Sent sent(DestinationName name, byte[] bytes, @Nullable String type) {
    String text = bytes.length > SHOWN ? null : text(bytes);
    String packed =
        bytes.length > SHOWN || text != null ? null : Base64.getEncoder().encodeToString(bytes);
    return new Sent(name.value(), type, bytes.length, text, packed, null);
  }

  private static @Nullable String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static List<Last> last(Tx tx, @Nullable SourceName source, int count) {
    try (PreparedStatement select = tx.connection().prepareStatement(LAST)) {
      String name = source == null ? null : source.value();
      select.setString(1, name);
      select.setString(2, name);
      select.setInt(3, count);
      List<Last> last = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          last.add(
              new Last(
                  rows.getObject(1, UUID.class),
                  rows.getString(2),
                  rows.getString(3),
                  rows.getString(4)));
        }
      }
      return last;
    } catch (SQLException e) {
      throw DatabaseException.of("reading the last " + count + " events", e);
    }
  }
}
