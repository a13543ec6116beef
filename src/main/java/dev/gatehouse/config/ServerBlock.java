package dev.gatehouse.config;

import dev.gatehouse.config.yaml.ByteSize;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.intake.IntakeSettings;
import java.time.Duration;
import java.util.Optional;

/** {@code server} and {@code admin}: the two ports. */
final class ServerBlock {
  private static final IntakeSettings D = IntakeSettings.DEFAULTS;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final ByteSize BYTE = new ByteSize(1);
  private static final ByteSize LARGEST = new ByteSize(1L << 30);

  static final Shape SHAPE =
      Shape.of(
          Key.of("host", Kind.text("an address"), "the address the public port listens on")
              .byDefault(D.host()),
          Key.of("port", Kind.whole(0, 65_535), "the public port; 0 takes a free one")
              .byDefault(D.port()),
          Key.of("max_body", Kind.size(), "the largest body of a request, where a source sets none")
              .byDefault(new ByteSize(D.maxBodyBytes())),
          Key.of("max_in_flight", Kind.size(), "body bytes held at once over all requests")
              .byDefault(new ByteSize(D.maxInFlightBytes())),
          Key.of("max_headers", Kind.size(), "request line and header fields of one request")
              .byDefault(new ByteSize(D.maxHeaderBytes())),
          Key.of("max_connections", Kind.whole(1, 1_000_000), "connections at a time")
              .byDefault(D.maxConnections()),
          Key.of("request_within", Kind.duration(), "from the first byte of a request to its last")
              .byDefault(D.requestWithin()),
          Key.of("idle_timeout", Kind.duration(), "how long a connection may be silent")
              .byDefault(D.idleTimeout()),
          Key.of("retry_after", Kind.duration(), "what a 503 tells the sender")
              .byDefault(D.retryAfter()),
          Key.of("stop_within", Kind.duration(), "how long requests may finish when it stops")
              .byDefault(D.stopWithin()),
          Key.of("threads", Kind.whole(0, 10_000), "threads of the public port; 0 lets it choose")
              .byDefault(D.threads()),
          Key.of("max_rejections", Kind.whole(1, 1_000_000), "refused requests kept per source")
              .byDefault(D.maxRejections()));

  static final Shape ADMIN =
      Shape.of(
          Key.of("host", Kind.text("an address"), "the address the admin port listens on")
              .byDefault(AdminPort.DEFAULTS.host()),
          Key.of("port", Kind.whole(0, 65_535), "the admin port; 0 takes a free one")
              .byDefault(AdminPort.DEFAULTS.port()));

  private ServerBlock() {}

  static Optional<IntakeSettings> read(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    String host = section.at("host").text().orElse("");
    int port = section.at("port").integer(0, 65_535).orElse(0);
    ByteSize maxBody = section.at("max_body").size(BYTE, LARGEST).orElse(BYTE);
    ByteSize inFlight = section.at("max_in_flight").size(BYTE, new ByteSize(1L << 40)).orElse(BYTE);
    ByteSize headers =
        section.at("max_headers").size(new ByteSize(1024), new ByteSize(1L << 20)).orElse(BYTE);
    int connections = section.at("max_connections").integer(1, 1_000_000).orElse(1);
    Duration within = span(section, "request_within");
    Duration idle = span(section, "idle_timeout");
    Duration retryAfter =
        section.at("retry_after").duration(Duration.ofSeconds(1), LONGEST).orElse(LONGEST);
    Duration stop = section.at("stop_within").duration(Duration.ZERO, LONGEST).orElse(LONGEST);
    int threads = section.at("threads").integer(0, 10_000).orElse(0);
    int rejections = section.at("max_rejections").integer(1, 1_000_000).orElse(1);
    return Building.built(
        node,
        before,
        () ->
            new IntakeSettings(
                host,
                port,
                maxBody.asInt(),
                inFlight.bytes(),
                headers.asInt(),
                connections,
                within,
                idle,
                retryAfter,
                stop,
                threads,
                rejections));
  }

  static Optional<AdminPort> readAdmin(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(ADMIN);
    String host = section.at("host").text().orElse("");
    int port = section.at("port").integer(0, 65_535).orElse(0);
    return Building.built(node, before, () -> new AdminPort(host, port));
  }

  private static Duration span(Section section, String key) {
    return section.at(key).duration(SHORTEST, LONGEST).orElse(LONGEST);
  }
}
