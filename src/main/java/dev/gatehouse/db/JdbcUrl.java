package dev.gatehouse.db;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A database address in the driver's form, with who connects. Takes {@code jdbc:postgresql://…} as
 * it is and the common {@code postgres://user:password@host/db}. Prints no user and no password.
 */
public record JdbcUrl(String url, Properties who) {

  public static JdbcUrl of(String text, @Nullable String user, @Nullable String password) {
    Properties who = new Properties();
    String url = text;
    if (text.startsWith("postgres://") || text.startsWith("postgresql://")) {
      URI uri = parse(text);
      if (uri.getRawUserInfo() != null) {
        String[] parts = uri.getRawUserInfo().split(":", 2);
        who.setProperty("user", decode(parts[0]));
        if (parts.length == 2) {
          who.setProperty("password", decode(parts[1]));
        }
      }
      String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
      String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
      url = "jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + query;
    } else if (!text.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException(
          "a database URL begins with jdbc:postgresql: or postgres://");
    }
    if (user != null) {
      who.setProperty("user", user);
    }
    if (password != null) {
      who.setProperty("password", password);
    }
    return new JdbcUrl(url, who);
  }

  /** One connection, in auto-commit, not of any pool. */
  Connection connect(Duration timeout) {
    Properties properties = new Properties();
    properties.putAll(who);
    properties.setProperty("connectTimeout", Long.toString(Math.max(1, timeout.toSeconds())));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("ApplicationName", "gatehouse");
    try {
      return DriverManager.getConnection(url, properties);
    } catch (SQLException e) {
      throw DatabaseException.of("connect", e);
    }
  }

  private static URI parse(String text) {
    try {
      URI uri = new URI(text);
      if (uri.getHost() == null) {
        throw new IllegalArgumentException("the database URL names no host");
      }
      return uri;
    } catch (URISyntaxException e) {
      // Not passed on: its message quotes the URL, and with it the password.
      throw new IllegalArgumentException(
          "the database URL cannot be read at character " + e.getIndex());
    }
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "a PostgreSQL URL";
  }
}
