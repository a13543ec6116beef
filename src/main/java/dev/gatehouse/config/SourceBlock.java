package dev.gatehouse.config;

import dev.gatehouse.config.preset.EventBlock;
import dev.gatehouse.config.preset.HandshakeBlock;
import dev.gatehouse.config.preset.PackingBlock;
import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.config.preset.SignatureBlock;
import dev.gatehouse.config.secrets.SecretRules;
import dev.gatehouse.config.yaml.ByteSize;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.preset.Refusal;
import dev.gatehouse.receive.signature.LiveSecret;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One entry of {@code sources}. */
final class SourceBlock {
  private static final int MAX_RATE = 1_000_000;
  private static final ByteSize BYTE = new ByteSize(1);
  private static final ByteSize LARGEST = new ByteSize(1L << 30);
  private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

  static final Shape SHAPE =
      Shape.of(
          Key.of("provider", Kind.text("a preset, or custom"), "a preset, or custom").required(),
          Key.of(
              "signature",
              SignatureBlock.KIND,
              "how requests are signed; for provider: custom alone"),
          Key.of(
              "event",
              Kind.keys(EventBlock.SHAPE),
              "where a request says what it is; instead of the preset's whole block"),
          Key.of(
                  "secrets",
                  Kind.anyOf(Kind.listOf(SecretList.ONE), SecretList.ONE),
                  "the secrets that count, the current one first")
              .hidden(),
          Key.of(
                  "values",
                  Kind.named(Kind.text("a text")),
                  "what the provider's rule asks the operator for, such as an application key")
              .hidden(),
          Key.of(
              "handshake",
              HandshakeBlock.KIND,
              "the questions the sender asks besides its events; for provider: custom alone"),
          Key.of(
                  "accept_secret",
                  Kind.flag(),
                  "takes the secret the provider hands over in its handshake, while it has none")
              .byDefault(false),
          Key.of("unsigned_pings", Kind.flag(), "answers test requests that nobody signed")
              .byDefault(false),
          Key.of(
                  "confirm_subscriptions",
                  Kind.flag(),
                  "visits the provider's URL when it asks for that in a signed request")
              .byDefault(false),
          Key.of("unverified", Kind.flag(), "takes what nobody signs, for a scheme without proof")
              .byDefault(false),
          Key.of("allow_short", Kind.flag(), "takes secrets under 16 characters").byDefault(false),
          Key.of(
              "reject_status",
              Kind.whole(400, 499),
              "the answer to a refused signature, instead of the preset's"),
          Key.of("max_body", Kind.size(), "the largest body, instead of server.max_body"),
          Key.of(
              "keep_headers",
              Kind.listOf(Kind.text("a header name")),
              "headers stored besides those that are read"),
          PackingBlock.CODINGS,
          PackingBlock.SIGNED,
          Key.of(
              "max_unpacked",
              Kind.size(),
              "the largest body once unpacked, instead of max_body; beyond it a dead letter"),
          Key.of(
              "public_url",
              Kind.text("a URL"),
              "the URL as the provider was told it, where it is signed"),
          Key.of("requests_per_second", Kind.whole(0, MAX_RATE), "more are 429; 0: no limit")
              .byDefault(0));

  private SourceBlock() {}

  /**
   * Reads an entry.
   *
   * @param notes takes what is allowed and worth a thought
   */
  static Optional<SourceConfig> read(
      SourceName name, Node node, PresetCatalogue presets, int defaultMaxBody, Notes notes) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    Optional<String> provider = section.at("provider").text();
    SourceRules rules =
        provider.flatMap(id -> SourceRules.read(name, id, section, presets, notes)).orElse(null);
    boolean allowShort = section.at("allow_short").flag().orElse(false);
    List<LiveSecret> secrets = secrets(section, rules, allowShort, notes);
    Refusal refusal = rules == null ? Refusal.DEFAULT : rules.refusal();
    Refusal reject =
        section.at("reject_status").integer(400, 499).map(refusal::withStatus).orElse(refusal);
    boolean accepts = accepts(section, rules);
    boolean visits = section.at("confirm_subscriptions").flag().orElse(false);
    if (visits && rules != null && !rules.handshakes().askForVisits()) {
      section
          .at("confirm_subscriptions")
          .mistake("the provider asks for no visit, so the key has no meaning here");
    }
    int maxBody =
        section.at("max_body").size(BYTE, LARGEST).map(ByteSize::asInt).orElse(defaultMaxBody);
    List<String> kept = new ArrayList<>(rules == null ? List.of() : rules.keptHeaders());
    section
        .at("keep_headers")
        .items()
        .forEach(item -> item.matching(HEADER, "a header name").ifPresent(kept::add));
    int maxUnpacked =
        section.at("max_unpacked").size(BYTE, LARGEST).map(ByteSize::asInt).orElse(maxBody);
    String url =
        section.at("public_url").url(Set.of("http", "https")).map(URI::toString).orElse(null);
    int rate = section.at("requests_per_second").integer(0, MAX_RATE).orElse(0);
    return Building.built(
        node,
        before,
        () ->
            config(
                name,
                provider.orElseThrow(),
                rules,
                reject,
                kept,
                maxBody,
                maxUnpacked,
                url,
                rate,
                secrets,
                allowShort,
                accepts,
                visits));
  }

  private static boolean accepts(Section section, @Nullable SourceRules rules) {
    boolean accepts = section.at("accept_secret").flag().orElse(false);
    if (accepts && rules != null && !rules.handshakes().handOverSecrets()) {
      section
          .at("accept_secret")
          .mistake("the provider hands over no secret, so the key has no meaning here");
    }
    if (accepts && section.has("secrets")) {
      section.at("accept_secret").mistake("expected no secrets beside it: it takes the first one");
    }
    return accepts;
  }

  private static SourceConfig config(
      SourceName name,
      String provider,
      @Nullable SourceRules rules,
      Refusal reject,
      List<String> kept,
      int maxBody,
      int maxUnpacked,
      @Nullable String url,
      int rate,
      List<LiveSecret> secrets,
      boolean allowShort,
      boolean acceptsSecret,
      boolean visits) {
    if (rules == null) {
      throw new IllegalArgumentException("the rules of this source cannot be read");
    }
    return new SourceConfig(
        name,
        provider,
        rules.signature(),
        rules.event(),
        rules.ack(),
        rules.handshakes(),
        reject,
        kept,
        maxBody,
        maxUnpacked,
        rules.packing(),
        url,
        rate,
        secrets,
        allowShort,
        acceptsSecret,
        visits);
  }

  private static List<LiveSecret> secrets(
      Section section, @Nullable SourceRules rules, boolean allowShort, Notes notes) {
    Node node = section.at("secrets");
    boolean needed = rules == null || rules.signature().needsSecret();
    if (!section.has("secrets")) {
      boolean awaits = section.at("accept_secret").flag().orElse(false);
      boolean published = rules != null && rules.signature().keySource() != null;
      if (needed && !awaits && !published) {
        section
            .node()
            .mistakeAt(
                "secrets", "is missing; expected the secrets that count, the current one first");
      }
      return List.of();
    }
    if (!needed) {
      node.mistake("nothing is signed here, so a secret has no meaning");
    }
    if (node.isList() && node.items().isEmpty()) {
      node.mistake("a source needs a secret; without one every request would be refused");
    }
    return SecretList.read(
        node,
        secret ->
            rules == null
                ? SecretRules.mistakeIn(secret, allowShort)
                : SecretRules.mistakeIn(secret, rules.signature(), allowShort),
        notes);
  }
}
