package dev.gatehouse.cases;

import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.support.AdminApi;

/** A whole gateway over a database of its own, as a case sees it. */
interface GatewayUnderTest extends AutoCloseable {
  int port();

  AdminApi admin();

  TestDatabase database();

  /** Everything logged since it started, as it would be printed. */
  String logs();

  @Override
  void close();
}
