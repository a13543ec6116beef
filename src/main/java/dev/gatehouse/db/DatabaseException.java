package dev.gatehouse.db;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The database refused or was away. The message of the driver is left out on purpose: it may quote
 * values of the row.
 */
public final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * States that say "not now" and not "not this": too many connections, out of disk or memory,
   * shutting down, starting up, read-only. (Class 08, lost connections, is tested by prefix.)
   * Source: PostgreSQL's appendix on error codes.
   */
  private static final Set<String> AWAY =
      Set.of(
          "53000", "53100", "53200", "53300", "57P01", "57P02", "57P03", "57P05", "25006", "25P03",
          "58030");

  /** Another transaction was in the way; the same one may pass when run again. */
  private static final Set<String> CONTENDED = Set.of("40001", "40P01", "55P03", "57014");

  private final String sqlState;
  private final @Nullable String constraint;
  private final boolean unavailable;

  private DatabaseException(
      String message,
      SQLException cause,
      String sqlState,
      @Nullable String constraint,
      boolean unavailable) {
    super(message, cause);
    this.sqlState = sqlState;
    this.constraint = constraint;
    this.unavailable = unavailable;
  }

  /** Wraps what the driver or the pool threw. */
  public static DatabaseException of(String doing, SQLException cause) {
    String state = cause.getSQLState() == null ? "08000" : cause.getSQLState();
    boolean away = state.startsWith("08") || AWAY.contains(state);
    return new DatabaseException(
        doing + ": SQL state " + state, cause, state, ConstraintName.of(cause).orElse(null), away);
  }

  /** The five characters PostgreSQL answered with; 08000 when it did not answer at all. */
  public String sqlState() {
    return sqlState;
  }

  /** The constraint that refused, where one did. */
  public @Nullable String constraint() {
    return constraint;
  }

  /** True when the same statement may work later, or on another connection. */
  public boolean isUnavailable() {
    return unavailable;
  }

  /** True for deadlocks, serialisation failures, lock and statement time-outs. */
  public boolean isContended() {
    return CONTENDED.contains(sqlState);
  }
}
