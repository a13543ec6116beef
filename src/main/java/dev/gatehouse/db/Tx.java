package dev.gatehouse.db;

import java.sql.Connection;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * An open transaction. Owners' methods take it first, so that one commit can span owners.
 *
 * <p>Belongs to one thread and ends with the call it was given to.
 */
public final class Tx {
  private static final Settings PLAIN =
      new Settings().withExecuteLogging(false).withRenderSchema(false);

  private final Connection connection;
  private @Nullable DSLContext dsl;

  Tx(Connection connection) {
    this.connection = connection;
  }

  /** For hot statements, written out as SQL. Do not commit, roll back or close it. */
  public Connection connection() {
    return connection;
  }

  /**
   * For searches with optional parts. Bound to this transaction; there is no other context to use
   * by mistake.
   */
  public DSLContext dsl() {
    DSLContext made = dsl;
    if (made == null) {
      made = DSL.using(connection, SQLDialect.POSTGRES, PLAIN);
      dsl = made;
    }
    return made;
  }
}
