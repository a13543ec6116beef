package dev.gatehouse.config;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.db.JdbcUrl;
import dev.gatehouse.deliver.HandlerTarget;
import dev.gatehouse.deliver.InboxTarget;
import dev.gatehouse.deliver.KafkaTarget;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.receive.signature.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The kinds of destination other than a URL: what may stand in their blocks. */
final class TargetBlocks {
  /** The keys of which a destination has exactly one. */
  static final List<String> KINDS = List.of("url", "lines", "postgres", "kafka", "handler");

  static final Shape POSTGRES =
      Shape.of(
          Key.of("url", Kind.text("a URL"), "jdbc:postgresql://… or postgresql://…")
              .required()
              .hidden(),
          Key.of("user", Kind.text("a name"), "where the URL names none"),
          Key.of("password", Kind.text("a secret"), "where the URL holds none").hidden(),
          Key.of("table", Kind.text("a table"), "made as the documentation says")
              .byDefault("gatehouse_inbox"));

  static final Shape KAFKA =
      Shape.of(
          Key.of(
                  "bootstrap",
                  Kind.anyOf(Kind.listOf(Kind.text("host:port")), Kind.text("host:port")),
                  "some brokers of the cluster")
              .required(),
          Key.of("topic", Kind.text("a topic"), "where records go").required(),
          Key.of(
                  "properties",
                  Kind.named(Kind.text("a value")),
                  "of the Kafka client: security.protocol, sasl.* and ssl.*")
              .hidden());

  static final Shape HANDLER =
      Shape.of(
          Key.of("folder", Kind.text("a folder"), "of the jars it comes in").required(),
          Key.of("name", Kind.text("a name"), "the handler's own").required(),
          Key.of("settings", Kind.named(Kind.text("a value")), "given to the handler").hidden());

  /** What only a receiver over HTTP has. */
  private static final List<String> HTTP_ONLY =
      List.of("allow_http", "signing_secret", "headers", "forward_headers", "tls");

  private TargetBlocks() {}

  /**
   * @param kind one of {@link #KINDS}, other than {@code url}
   */
  static Optional<Target> read(String kind, Section section, Duration defaultTimeout) {
    int before = section.node().mistakes().count();
    HTTP_ONLY.forEach(key -> refuse(section, key, "has a meaning only with url"));
    Optional<? extends Target> target =
        switch (kind) {
          case "lines" -> lines(section);
          case "postgres" -> postgres(section, defaultTimeout);
          case "kafka" -> kafka(section, defaultTimeout);
          default -> handler(section, defaultTimeout);
        };
    return section.node().mistakes().count() > before
        ? Optional.empty()
        : target.map(Target.class::cast);
  }

  private static Optional<Target> lines(Section section) {
    for (String key : List.of("allow_private", "timeout")) {
      refuse(section, key, "has no meaning for a file");
    }
    return section.at("lines").text("a file, or - for the standard output").map(Target.Lines::new);
  }

  private static Optional<InboxTarget> postgres(Section section, Duration defaultTimeout) {
    Section block = section.at("postgres").section(POSTGRES);
    boolean inside = section.at("allow_private").flag().orElse(false);
    Optional<Duration> timeout = timeout(section, InboxTarget.SHORTEST, defaultTimeout);
    String user = block.at("user").textOrBlank().orElse(null);
    String password = block.has("password") ? block.at("password").secret().orElse(null) : null;
    Optional<JdbcUrl> url = address(block.at("url"), user, password);
    Optional<String> table =
        block
            .at("table")
            .parsed(
                "a table's name in lower case",
                text -> Optional.of(text).filter(InboxTarget::isTable));
    return url.isPresent() && table.isPresent() && timeout.isPresent()
        ? Optional.of(new InboxTarget(url.get(), table.get(), inside, timeout.get()))
        : Optional.empty();
  }

  /** The URL may hold a password, so no mistake repeats it. */
  private static Optional<JdbcUrl> address(
      Node place, @Nullable String user, @Nullable String password) {
    return place
        .secret()
        .flatMap(
            text -> {
              try {
                return Optional.of(JdbcUrl.of(text, user, password));
              } catch (IllegalArgumentException unreadable) {
                place.mistake("expected jdbc:postgresql://… or postgresql://…");
                return Optional.empty();
              }
            });
  }

  private static Optional<KafkaTarget> kafka(Section section, Duration defaultTimeout) {
    int before = section.node().mistakes().count();
    Section block = section.at("kafka").section(KAFKA);
    if (!section.at("allow_private").flag().orElse(false)) {
      section
          .node()
          .mistake(
              "the cluster names further addresses, which cannot be judged before the client"
                  + " connects; expected allow_private: true");
    }
    Optional<Duration> timeout = timeout(section, KafkaTarget.SHORTEST, defaultTimeout);
    List<String> brokers = new ArrayList<>();
    for (Node each : block.at("bootstrap").itemsOrOne()) {
      each.parsed("host:port", text -> Optional.of(text).filter(KafkaTarget::isBroker))
          .ifPresent(brokers::add);
    }
    Optional<String> topic =
        block
            .at("topic")
            .parsed("a topic's name", text -> Optional.of(text).filter(KafkaTarget::isTopic));
    Map<String, Secret> properties = secrets(block.at("properties"));
    block
        .at("properties")
        .entries()
        .forEach(
            (name, value) -> {
              if (!KafkaTarget.mayBeSet(name)) {
                value.mistake("expected security.protocol, sasl.* or ssl.*");
              }
            });
    return block.node().mistakes().count() == before && topic.isPresent() && timeout.isPresent()
        ? Optional.of(new KafkaTarget(brokers, topic.get(), properties, timeout.get()))
        : Optional.empty();
  }

  private static Optional<HandlerTarget> handler(Section section, Duration defaultTimeout) {
    refuse(section, "allow_private", "has no meaning for a handler");
    Section block = section.at("handler").section(HANDLER);
    Optional<String> folder = block.at("folder").text("a folder");
    Optional<String> name = block.at("name").text("a name");
    Optional<Duration> timeout = timeout(section, DestinationBlock.SHORTEST, defaultTimeout);
    Map<String, Secret> settings = secrets(block.at("settings"));
    return folder.isPresent() && name.isPresent() && timeout.isPresent()
        ? Optional.of(new HandlerTarget(folder.get(), name.get(), settings, timeout.get()))
        : Optional.empty();
  }

  private static Map<String, Secret> secrets(Node node) {
    Map<String, Secret> secrets = new LinkedHashMap<>();
    node.entries()
        .entrySet()
        .forEach(
            each ->
                each.getValue()
                    .secret()
                    .ifPresent(text -> secrets.put(each.getKey(), new Secret(text))));
    return secrets;
  }

  /** The default of all destinations where it is not too short for this kind. */
  private static Optional<Duration> timeout(
      Section section, Duration shortest, Duration byDefault) {
    if (!section.has("timeout")) {
      return Optional.of(byDefault.compareTo(shortest) < 0 ? shortest : byDefault);
    }
    return section.at("timeout").duration(shortest, DestinationBlock.LONGEST);
  }

  private static void refuse(Section section, String key, String why) {
    if (section.has(key)) {
      section.node().mistakeAt(key, why);
    }
  }
}
