package dev.gatehouse.config.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionsTest {
  @Test
  void theSameWordingHasTheSameNumber() {
    try (TestDatabase db = TestDatabase.fresh()) {
      Instant at = Instant.parse("2026-12-01T10:00:00Z");
      long first =
          db.database().transaction(Pool.ADMIN, tx -> Revisions.number(tx, "a: 1", "n1", at));
      long other =
          db.database().transaction(Pool.ADMIN, tx -> Revisions.number(tx, "a: 2", "n1", at));
      long again =
          db.database().transaction(Pool.ADMIN, tx -> Revisions.number(tx, "a: 1", "n2", at));

      assertThat(again).isEqualTo(first);
      assertThat(other).isGreaterThan(first);
      List<Revisions.Revision> recent =
          db.database().transaction(Pool.ADMIN, tx -> Revisions.recent(tx, 9));
      assertThat(recent).extracting(Revisions.Revision::redacted).containsExactly("a: 2", "a: 1");
    }
  }
}
