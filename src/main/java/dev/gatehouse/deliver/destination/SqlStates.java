package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a database's refusal means, by its SQLSTATE and never by its text, which may quote the row.
 *
 * <p>Given as the statuses a receiver over HTTP would have answered, so that one table of meanings
 * serves all destinations: 401 who we are (class 28), 403 what we may not or what is not there (42,
 * 3D, 3F), 422 this row is not wanted (22, 23, and {@code raise exception} of a trigger), 503 not
 * now (40, 53, 55, 57), 500 anything else.
 */
final class SqlStates {
  private SqlStates() {}

  static AttemptResult result(SQLException thrown) {
    if (ForbiddenAddress.isIn(thrown)) {
      return new AttemptResult.Forbidden();
    }
    String state = state(thrown);
    if (state == null || state.length() != 5) {
      return new AttemptResult.NoAnswer(Trouble.CONNECT);
    }
    if (state.equals("57014")) {
      return new AttemptResult.NoAnswer(Trouble.TIMEOUT);
    }
    return switch (state.substring(0, 2)) {
      case "08" -> new AttemptResult.NoAnswer(Trouble.CONNECT);
      case "28" -> status(401);
      case "42", "3D", "3F" -> status(403);
      case "22", "23", "P0" -> status(422);
      case "40", "53", "55", "57" -> status(503);
      default -> status(500);
    };
  }

  private static AttemptResult status(int status) {
    return new AttemptResult.Answered(status, null);
  }

  /** The innermost one: a pool wraps what the driver said. */
  private static @Nullable String state(SQLException thrown) {
    String state = null;
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof SQLException sql && sql.getSQLState() != null) {
        state = sql.getSQLState();
      }
    }
    return state;
  }
}
