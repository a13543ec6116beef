package dev.gatehouse.config;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.HttpTargetCheck;
import dev.gatehouse.deliver.OwnHeaders;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.Tls;
import dev.gatehouse.deliver.breaker.BreakerSettings;
import dev.gatehouse.deliver.retry.RetryPolicy;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code delivery}, the defaults of all destinations, and one entry of {@code destinations}. */
final class DestinationBlock {
  private static final int MAX_CONCURRENCY = 1024;
  private static final int MAX_RATE = 1_000_000;
  static final Duration SHORTEST = Duration.ofMillis(1);
  static final Duration LONGEST = Duration.ofMinutes(5);

  static final Shape DEFAULTS_SHAPE =
      Shape.of(
          Key.of("timeout", Kind.duration(), "of a whole attempt")
              .byDefault(Target.Http.DEFAULT_TIMEOUT),
          Key.of("concurrency", Kind.whole(1, MAX_CONCURRENCY), "attempts at a time on each node")
              .byDefault(DestinationSettings.DEFAULT_CONCURRENCY),
          Key.of(
                  "per_second",
                  Kind.whole(0, MAX_RATE),
                  "attempts a second over all nodes; 0: no limit")
              .byDefault(0),
          Key.of(
                  "adaptive",
                  Kind.flag(),
                  "fewer at a time while the receiver is slow or asks for less")
              .byDefault(true),
          Key.of("retry", Kind.keys(RetryBlock.RETRY), "how often and how long"),
          Key.of("circuit", Kind.keys(RetryBlock.CIRCUIT), "when to leave it in peace"));

  static final Shape SHAPE =
      Shape.of(
          Key.of("url", Kind.text("a URL"), "the receiver; https unless allowed otherwise"),
          Key.of(
              "lines",
              Kind.text("a file, or -"),
              "instead of a URL: a file that takes lines of JSON"),
          Key.of(
              "postgres",
              Kind.keys(TargetBlocks.POSTGRES),
              "instead of a URL: a table that takes a row for each event"),
          Key.of("kafka", Kind.keys(TargetBlocks.KAFKA), "instead of a URL: a topic"),
          Key.of(
              "handler",
              Kind.keys(TargetBlocks.HANDLER),
              "instead of a URL: Java in this process, from a folder of jars"),
          Key.of("allow_private", Kind.flag(), "may lie in a private or loopback network")
              .byDefault(false),
          Key.of("allow_http", Kind.flag(), "may be reached without encryption").byDefault(false),
          Key.of("timeout", Kind.duration(), "of a whole attempt"),
          Key.of(
                  "signing_secret",
                  Kind.anyOf(Kind.listOf(SecretList.ONE), SecretList.ONE),
                  "signs each request as Standard Webhooks says; every secret of a list signs")
              .hidden(),
          Key.of("headers", Kind.named(Kind.text("a value")), "sent with each request").hidden(),
          Key.of(
              "forward_headers",
              Kind.listOf(Kind.text("a header name")),
              "headers of the received request that are passed on"),
          Key.of("tls", Kind.keys(TlsBlock.SHAPE), "its own authorities, and our certificate"),
          Key.of("concurrency", Kind.whole(1, MAX_CONCURRENCY), "attempts at a time on each node"),
          Key.of(
              "per_second",
              Kind.whole(0, MAX_RATE),
              "attempts a second over all nodes; 0: no limit"),
          Key.of(
              "adaptive",
              Kind.flag(),
              "fewer at a time while the receiver is slow or asks for less"),
          Key.of("retry", Kind.keys(RetryBlock.RETRY), "how often and how long"),
          Key.of("circuit", Kind.keys(RetryBlock.CIRCUIT), "when to leave it in peace"));

  private DestinationBlock() {}

  /** What a destination has where it says nothing itself. */
  record Defaults(
      Duration timeout,
      int concurrency,
      int perSecond,
      boolean adaptive,
      RetryPolicy retry,
      BreakerSettings circuit) {
    static final Defaults STANDARD =
        new Defaults(
            Target.Http.DEFAULT_TIMEOUT,
            DestinationSettings.DEFAULT_CONCURRENCY,
            0,
            true,
            RetryPolicy.DEFAULT,
            BreakerSettings.DEFAULT);
  }

  static Optional<Defaults> defaults(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(DEFAULTS_SHAPE);
    Defaults standard = Defaults.STANDARD;
    Duration timeout = section.at("timeout").duration(SHORTEST, LONGEST).orElse(standard.timeout);
    int concurrency =
        section.at("concurrency").integer(1, MAX_CONCURRENCY).orElse(standard.concurrency);
    int rate = section.at("per_second").integer(0, MAX_RATE).orElse(standard.perSecond);
    boolean adaptive = section.at("adaptive").flag().orElse(standard.adaptive);
    RetryPolicy retry =
        RetryBlock.retry(section.at("retry"), standard.retry).orElse(standard.retry);
    BreakerSettings circuit =
        RetryBlock.circuit(section.at("circuit"), standard.circuit).orElse(standard.circuit);
    return Building.built(
        node, before, () -> new Defaults(timeout, concurrency, rate, adaptive, retry, circuit));
  }

  static Optional<DestinationSettings> read(
      DestinationName name, Node node, Defaults defaults, Notes notes) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    Optional<Target> target = target(section, defaults, notes);
    int concurrency =
        section.at("concurrency").integer(1, MAX_CONCURRENCY).orElse(defaults.concurrency);
    int rate = section.at("per_second").integer(0, MAX_RATE).orElse(defaults.perSecond);
    boolean adaptive = section.at("adaptive").flag().orElse(defaults.adaptive);
    RetryPolicy retry =
        RetryBlock.retry(section.at("retry"), defaults.retry).orElse(defaults.retry);
    BreakerSettings circuit =
        RetryBlock.circuit(section.at("circuit"), defaults.circuit).orElse(defaults.circuit);
    return Building.built(
        node,
        before,
        () ->
            new DestinationSettings(
                name, target.orElseThrow(), retry, circuit, concurrency, rate, adaptive));
  }

  private static Optional<Target> target(Section section, Defaults defaults, Notes notes) {
    List<String> kinds = TargetBlocks.KINDS.stream().filter(section::has).toList();
    if (kinds.size() != 1) {
      section.node().mistake("expected one of " + String.join(", ", TargetBlocks.KINDS));
      return Optional.empty();
    }
    return kinds.getFirst().equals("url")
        ? http(section, defaults, notes)
        : TargetBlocks.read(kinds.getFirst(), section, defaults.timeout);
  }

  private static Optional<Target> http(Section section, Defaults defaults, Notes notes) {
    int before = section.node().mistakes().count();
    boolean inside = section.at("allow_private").flag().orElse(false);
    boolean plain = section.at("allow_http").flag().orElse(false);
    Node place = section.at("url");
    Optional<String> url = place.text("a URL");
    url.flatMap(text -> HttpTargetCheck.mistakeIn(text, inside, plain)).ifPresent(place::mistake);
    Duration timeout = section.at("timeout").duration(SHORTEST, LONGEST).orElse(defaults.timeout);
    List<LiveSecret> secrets =
        SecretList.read(section.at("signing_secret"), SecretList::outgoing, notes);
    Map<String, Secret> headers = headers(section.at("headers"));
    Set<String> forward = new HashSet<>();
    for (Node each : section.at("forward_headers").items()) {
      Optional<String> header = each.text("a header name");
      header.flatMap(OwnHeaders::mistakeIn).ifPresent(each::mistake);
      header.ifPresent(forward::add);
    }
    Optional<Tls> tls =
        section.has("tls") ? TlsBlock.read(section.at("tls")) : Optional.of(Tls.STANDARD);
    return Building.built(
        section.node(),
        before,
        () ->
            new Target.Http(
                url.orElseThrow(),
                inside,
                plain,
                timeout,
                secrets,
                headers,
                forward,
                tls.orElseThrow()));
  }

  /** Header values of our own, by name. */
  static Map<String, Secret> headers(Node node) {
    Map<String, Secret> headers = new LinkedHashMap<>();
    node.entries()
        .forEach(
            (name, value) -> {
              OwnHeaders.mistakeIn(name).ifPresent(value::mistake);
              value
                  .secret()
                  .ifPresent(
                      text -> {
                        if (text.chars().allMatch(c -> c >= ' ' && c < 127)) {
                          headers.put(name, new Secret(text));
                        } else {
                          value.mistake("expected a header value of printable ASCII");
                        }
                      });
            });
    return headers;
  }
}
