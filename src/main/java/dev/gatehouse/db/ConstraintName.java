package dev.gatehouse.db;

import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Finds which constraint refused a row, so that callers can switch on its name. */
final class ConstraintName {
  private ConstraintName() {}

  static Optional<String> of(SQLException cause) {
    if (cause instanceof PSQLException refused) {
      ServerErrorMessage said = refused.getServerErrorMessage();
      return said == null ? Optional.empty() : Optional.ofNullable(said.getConstraint());
    }
    return Optional.empty();
  }
}
