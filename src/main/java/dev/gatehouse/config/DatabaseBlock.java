package dev.gatehouse.config;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.db.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code database}: which one, and how much of it. */
final class DatabaseBlock {
  private static final DatabaseSettings D = DatabaseSettings.embedded(Path.of("data"));
  private static final Duration SHORTEST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Pattern URL = Pattern.compile("(jdbc:postgresql|postgres|postgresql):.+");

  static final Shape SHAPE =
      Shape.of(
          Key.of(
              "url",
              Kind.text("a URL"),
              "jdbc:postgresql://… or postgresql://…; empty: an embedded server keeps its data in"
                  + " data_dir"),
          Key.of("user", Kind.text("a name"), "where the URL names none"),
          Key.of("password", Kind.text("a secret"), "where the URL holds none").hidden(),
          Key.of("data_dir", Kind.text("a folder"), "where data and keys are kept")
              .byDefault("data"),
          Key.of("intake_connections", Kind.whole(1, 1000), "for storing events")
              .byDefault(D.intakeConnections()),
          Key.of("work_connections", Kind.whole(1, 1000), "for lanes and deliveries")
              .byDefault(D.workConnections()),
          Key.of("admin_connections", Kind.whole(1, 1000), "for the admin port")
              .byDefault(D.adminConnections()),
          Key.of("connect_timeout", Kind.duration(), "how long to wait for a free connection")
              .byDefault(D.connectTimeout()));

  private DatabaseBlock() {}

  static Optional<DatabaseSettings> read(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    Optional<String> url = section.at("url").textOrBlank();
    if (url.isPresent() && !URL.matcher(url.get()).matches()) {
      // Not repeated: a URL may hold a password.
      section.at("url").mistake("expected jdbc:postgresql://… or postgresql://…");
    }
    String user = section.at("user").textOrBlank().orElse(null);
    String password =
        section.at("password").textOrBlank().isEmpty()
            ? null
            : section.at("password").secret().orElse(null);
    String folder = section.at("data_dir").text().orElse("data");
    int intake = section.at("intake_connections").integer(1, 1000).orElse(1);
    int work = section.at("work_connections").integer(1, 1000).orElse(1);
    int admin = section.at("admin_connections").integer(1, 1000).orElse(1);
    Duration wait = section.at("connect_timeout").duration(SHORTEST, LONGEST).orElse(LONGEST);
    return Building.built(
        node,
        before,
        () ->
            new DatabaseSettings(url, user, password, Path.of(folder), intake, work, admin, wait));
  }
}
