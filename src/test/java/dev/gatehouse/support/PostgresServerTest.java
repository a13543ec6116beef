package dev.gatehouse.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresServerTest {
  @Test
  void isDurableAndComesBackWithWhatWasCommitted() throws SQLException {
    try (PostgresServer server = PostgresServer.start()) {
      String url = server.newDatabase();
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.execute("create table kept (n integer)");
        statement.execute("insert into kept values (1)");
        assertThat(ask(connection, "show fsync")).isEqualTo("on");
        assertThat(ask(connection, "show synchronous_commit")).isEqualTo("on");
      }

      server.crash();
      server.restart();

      try (Connection connection = DriverManager.getConnection(url)) {
        assertThat(ask(connection, "select n from kept")).isEqualTo("1");
      }
      server.stop();
      server.restart();
      try (Connection connection = DriverManager.getConnection(url)) {
        assertThat(ask(connection, "select n from kept")).isEqualTo("1");
      }
    }
  }

  private static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
