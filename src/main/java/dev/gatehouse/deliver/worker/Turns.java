package dev.gatehouse.deliver.worker;

import dev.gatehouse.event.EntityRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the order of each entity towards one destination: one delivery of it goes, later ones wait.
 *
 * <p>Once one has failed, its entity is held: what comes after stands behind it in the database,
 * until everything before it is finished there. Not safe for threads by itself: guarded by the lock
 * of its line.
 */
final class Turns {
  /** What a delivery may do. */
  enum Place {
    /** Go now. */
    GOES,
    /** It is kept here and comes out of {@link #leave}. */
    WAITS,
    /** It has to be written down as standing behind. */
    BEHIND,
    /** Another one of its entity is under way; ask again later. */
    LATER
  }

  /**
   * What follows when one has left.
   *
   * @param next who goes now
   * @param behind who has to be written down as standing behind
   * @param held whether the entity's order depends on the entry of the one that left
   */
  record Left(@Nullable Work next, List<Work> behind, boolean held) {}

  private static final class Turn {
    @Nullable Work going;
    final ArrayDeque<Work> waiting = new ArrayDeque<>();
    boolean held;

    /** Entries of this entity that are not in the database yet. */
    int unwritten;

    /** Rises with every change, so that an answer of the database can be known to be too old. */
    long moves;
  }

  private final Map<EntityRef, Turn> turns = new HashMap<>();
  private int waiting;

  /** Asks for a delivery; one that comes out of {@link #leave} already has its turn. */
  Place enter(EntityRef entity, Work work) {
    Turn turn = turn(entity);
    if (turn.going == work) {
      return Place.GOES;
    }
    if (work.waited()) {
      if (turn.going != null) {
        return Place.LATER;
      }
      // Whatever has a row in retry holds back what comes after it.
      turn.held = true;
    } else if (turn.held) {
      turn.unwritten++;
      return Place.BEHIND;
    } else if (turn.going != null) {
      turn.waiting.add(work);
      waiting++;
      return Place.WAITS;
    }
    turn.going = work;
    return Place.GOES;
  }

  /** One is through, well or not. */
  Left leave(EntityRef entity, Work work, boolean delivered) {
    Turn turn = turn(entity);
    if (turn.going == work) {
      turn.going = null;
    }
    if (!delivered) {
      turn.held = true;
    }
    if (turn.held) {
      List<Work> behind = drain(turn);
      turn.unwritten += behind.size() + 1;
      return new Left(null, behind, true);
    }
    Work next = turn.waiting.poll();
    if (next == null) {
      turns.remove(entity);
      return new Left(null, List.of(), false);
    }
    waiting--;
    turn.going = next;
    return new Left(next, List.of(), false);
  }

  /**
   * One that had its turn but did not begin is dropped; those that waited for it come back, to be
   * dropped too: all of them are read again in order.
   */
  List<Work> dropped(EntityRef entity, Work work) {
    Turn turn = turns.get(entity);
    if (turn == null || turn.going != work) {
      return List.of();
    }
    turn.going = null;
    List<Work> waited = drain(turn);
    if (!turn.held) {
      turns.remove(entity);
    }
    return waited;
  }

  /** Something of that entity is unfinished in the database. */
  void hold(EntityRef entity) {
    turn(entity).held = true;
  }

  /** One entry of the entity has been committed. */
  void written(EntityRef entity) {
    Turn turn = turns.get(entity);
    if (turn != null && turn.unwritten > 0) {
      turn.moves++;
      turn.unwritten--;
    }
  }

  /** The entities that are held and wholly written down, each with a mark for {@link #clear}. */
  Map<EntityRef, Long> held() {
    Map<EntityRef, Long> held = new HashMap<>();
    turns.forEach(
        (entity, turn) -> {
          if (turn.held && turn.unwritten == 0 && turn.going == null) {
            held.put(entity, turn.moves);
          }
        });
    return held;
  }

  /** The database had nothing unfinished of it when the mark was taken, or in the last commit. */
  void clear(EntityRef entity, @Nullable Long mark) {
    Turn turn = turns.get(entity);
    if (turn != null
        && turn.held
        && turn.unwritten == 0
        && turn.going == null
        && (mark == null || mark == turn.moves)) {
      turns.remove(entity);
    }
  }

  /** Lets go of entities that are no longer ours; what waited comes back. */
  List<Work> forget(Predicate<EntityRef> notOurs) {
    List<Work> dropped = new ArrayList<>();
    turns
        .entrySet()
        .removeIf(
            each -> {
              if (!notOurs.test(each.getKey())) {
                return false;
              }
              dropped.addAll(drain(each.getValue()));
              return each.getValue().going == null && each.getValue().unwritten == 0;
            });
    return dropped;
  }

  /** How many wait here. */
  int waiting() {
    return waiting;
  }

  private Turn turn(EntityRef entity) {
    Turn turn = turns.computeIfAbsent(entity, each -> new Turn());
    turn.moves++;
    return turn;
  }

  private List<Work> drain(Turn turn) {
    List<Work> all = List.copyOf(turn.waiting);
    waiting -= all.size();
    turn.waiting.clear();
    return all;
  }
}
