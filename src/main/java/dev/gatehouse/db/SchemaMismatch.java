package dev.gatehouse.db;

/** The schema in the database is not one this program can work with; it does not start. */
public final class SchemaMismatch extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SchemaMismatch(String message, Throwable cause) {
    super(message, cause);
  }
}
