package dev.gatehouse.scenario;

import dev.gatehouse.support.PostgresServer;

/** One PostgreSQL for all scenarios that do not hurt it; started on first use, stopped at exit. */
final class SharedPostgres {
  private static final PostgresServer SERVER = start();

  private SharedPostgres() {}

  static PostgresServer server() {
    return SERVER;
  }

  private static PostgresServer start() {
    PostgresServer server = PostgresServer.start();
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shared-postgres"));
    return server;
  }
}
