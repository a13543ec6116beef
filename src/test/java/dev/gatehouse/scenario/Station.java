package dev.gatehouse.scenario;

import dev.gatehouse.support.Facts;
import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.GatewaySetup;
import dev.gatehouse.support.PostgresServer;
import dev.gatehouse.support.Processes;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A database and the gateways on it, for one scenario; on close nothing of it is left. */
final class Station implements AutoCloseable {
  private final PostgresServer postgres;
  private final String config;
  private final Path folder;
  private final Sql sql;
  private final List<GatewayProcess> nodes = new ArrayList<>();

  private Station(PostgresServer postgres, String config) {
    this.postgres = postgres;
    this.config = config;
    this.sql = new Sql(postgres.newDatabase());
    try {
      this.folder = Files.createTempDirectory("gatehouse-scenario-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A database of its own on the shared server, and no gateway yet. */
  static Station open(String config) {
    return new Station(SharedPostgres.server(), config);
  }

  /** The same on a server that the scenario may hurt. */
  static Station on(PostgresServer postgres, String config) {
    return new Station(postgres, config);
  }

  /** Starts one more gateway on the database. */
  GatewayProcess startNode() {
    Path home = folder.resolve("node" + (nodes.size() + 1));
    GatewayProcess node =
        GatewayProcess.start(GatewaySetup.of(home, config).withDatabase(sql.url()));
    nodes.add(node);
    return node;
  }

  Sql sql() {
    return sql;
  }

  Facts facts() {
    return new Facts(sql);
  }

  /** Sends one request to a node. */
  static RawHttp.Answer post(GatewayProcess node, byte[] request) {
    try {
      return RawHttp.once(node.port(), request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What every node has logged and printed. */
  String said() {
    StringBuilder all = new StringBuilder();
    nodes.forEach(node -> all.append(node.said()));
    return all.toString();
  }

  @Override
  public void close() {
    nodes.forEach(GatewayProcess::close);
    if (postgres == SharedPostgres.server()) {
      postgres.drop(sql.url());
    }
    Processes.deleteTree(folder);
  }
}
