package dev.gatehouse.process.lane;

import dev.gatehouse.deadletter.NewDeadLetter;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.process.ledger.EntityChange;
import dev.gatehouse.process.ledger.Outcome;
import dev.gatehouse.process.ledger.ParkedEvent;
import dev.gatehouse.process.outbox.Outgoing;
import java.util.ArrayList;
import java.util.List;

/** What a batch comes to, gathered while it is folded and written at once. */
final class Decided {
  /** An entity that no longer waits for its dead event. */
  record Release(EntityRef entity, EventId dead) {}

  final List<Outcome> outcomes = new ArrayList<>();
  final List<EntityChange> entities = new ArrayList<>();

  /** Parked events that have come to something: a verdict, or another reason to wait. */
  final List<EventId> unparked = new ArrayList<>();

  final List<ParkedEvent.New> parked = new ArrayList<>();
  final List<Outgoing> deliveries = new ArrayList<>();
  final List<NewDeadLetter> deadLetters = new ArrayList<>();
  final List<Release> releases = new ArrayList<>();
}
