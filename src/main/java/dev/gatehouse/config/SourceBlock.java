package dev.gatehouse.config;

import dev.gatehouse.config.preset.EventBlock;
import dev.gatehouse.config.preset.HeaderAliases;
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
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.preset.Ack;
import dev.gatehouse.receive.preset.Confidence;
import dev.gatehouse.receive.preset.Handshake;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private static final Pattern CODING = Pattern.compile("[a-zA-Z0-9-]{1,30}");

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
              "what the provider's rule asks the operator for, such as an application key"),
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
          Key.of(
              "content_codings",
              Kind.listOf(Kind.text("a coding such as gzip")),
              "codings of bodies that are taken as they are and never unpacked"),
          Key.of(
              "public_url",
              Kind.text("a URL"),
              "the URL as the provider was told it, where it is signed"),
          Key.of("requests_per_second", Kind.whole(0, MAX_RATE), "more are 429; 0: no limit")
              .byDefault(0));

  private SourceBlock() {}

  /** What is taken over from a preset, or from the blocks of a custom source. */
  private record Rules(
      SignatureSpec signature,
      EventSpec event,
      Ack ack,
      Handshake handshake,
      int rejectStatus,
      List<String> keptHeaders) {
    Rules with(SignatureSpec other) {
      return new Rules(other, event, ack, handshake, rejectStatus, keptHeaders);
    }
  }

  /** The rule with the values the source gives it. */
  private static SignatureSpec signature(
      SourceName name, SignatureSpec rule, Section section, Notes notes) {
    Map<String, String> values = new LinkedHashMap<>();
    section
        .at("values")
        .entries()
        .forEach(
            (key, node) -> {
              if (!rule.neededValues().contains(key) && !rule.optionalValues().contains(key)) {
                node.mistake("the provider's rule asks for no such value");
              }
              node.text().ifPresent(text -> values.put(key, text));
            });
    for (String needed : rule.neededValues()) {
      if (values.getOrDefault(needed, "").isBlank()) {
        section.node().mistakeAt("values." + needed, "is missing; the provider's rule needs it");
      }
    }
    boolean unverified = section.at("unverified").flag().orElse(false);
    if (!rule.needsSecret() && !unverified) {
      section
          .node()
          .mistakeAt(
              "unverified", "is missing; nothing proves who sends this: unverified: true takes it");
    } else if (rule.needsSecret() && unverified) {
      section.at("unverified").mistake("this source is verified, so the key has no meaning here");
    } else if (unverified) {
      notes.warn("source " + name + ": nothing proves who sends; anybody with the URL can");
    }
    return rule.with(values);
  }

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
    Rules unfilled =
        provider
            .flatMap(
                id ->
                    id.equals(SourceConfig.CUSTOM)
                        ? custom(section)
                        : preset(name, section, presets, notes))
            .orElse(null);
    Rules rules =
        unfilled == null
            ? null
            : unfilled.with(signature(name, unfilled.signature, section, notes));
    boolean allowShort = section.at("allow_short").flag().orElse(false);
    List<LiveSecret> secrets = secrets(section, rules, allowShort, notes);
    int reject =
        section
            .at("reject_status")
            .integer(400, 499)
            .orElse(rules == null ? 400 : rules.rejectStatus);
    int maxBody =
        section.at("max_body").size(BYTE, LARGEST).map(ByteSize::asInt).orElse(defaultMaxBody);
    List<String> kept = new ArrayList<>(rules == null ? List.of() : rules.keptHeaders);
    section
        .at("keep_headers")
        .items()
        .forEach(item -> item.matching(HEADER, "a header name").ifPresent(kept::add));
    Set<String> codings = new HashSet<>();
    section
        .at("content_codings")
        .items()
        .forEach(
            item ->
                item.matching(CODING, "a coding such as gzip")
                    .ifPresent(coding -> codings.add(coding.toLowerCase(Locale.ROOT))));
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
                codings,
                url,
                rate,
                secrets,
                allowShort));
  }

  private static SourceConfig config(
      SourceName name,
      String provider,
      @Nullable Rules rules,
      int reject,
      List<String> kept,
      int maxBody,
      Set<String> codings,
      @Nullable String url,
      int rate,
      List<LiveSecret> secrets,
      boolean allowShort) {
    if (rules == null) {
      throw new IllegalArgumentException("the rules of this source cannot be read");
    }
    return new SourceConfig(
        name,
        provider,
        rules.signature,
        rules.event,
        rules.ack,
        rules.handshake,
        reject,
        kept,
        maxBody,
        codings,
        url,
        rate,
        secrets,
        allowShort);
  }

  private static Optional<Rules> custom(Section section) {
    if (!section.has("signature") || !section.has("event")) {
      for (String key : List.of("signature", "event")) {
        if (!section.has(key)) {
          section.node().mistakeAt(key, "is missing; provider: custom needs this block");
        }
      }
      return Optional.empty();
    }
    Optional<SignatureBlock> signature = SignatureBlock.read(section.at("signature"));
    HeaderAliases aliases = signature.map(SignatureBlock::aliases).orElse(HeaderAliases.NONE);
    Optional<EventSpec> event = EventBlock.read(section.at("event"), aliases);
    return signature.isEmpty() || event.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Rules(
                signature.get().spec(),
                event.get(),
                Ack.DEFAULT,
                new Handshake.None(),
                400,
                List.of()));
  }

  private static Optional<Rules> preset(
      SourceName name, Section section, PresetCatalogue presets, Notes notes) {
    if (section.has("signature")) {
      section
          .node()
          .mistakeAt(
              "signature", "comes from the preset; expected this block for provider: custom");
    }
    List<String> known = new ArrayList<>(List.of(SourceConfig.CUSTOM));
    known.addAll(presets.all().keySet());
    Optional<ProviderPreset> preset =
        Building.known(section.at("provider"), "provider", known).flatMap(presets::preset);
    if (preset.isEmpty()) {
      return Optional.empty();
    }
    ProviderPreset found = preset.get();
    if (found.confidence() == Confidence.RECALLED) {
      notes.warn(
          "source " + name + ": how " + found.title() + " signs is not well founded; try it first");
    }
    Optional<EventSpec> event =
        section.has("event")
            ? EventBlock.read(section.at("event"), HeaderAliases.NONE)
            : Optional.of(found.event());
    return event.map(
        spec ->
            new Rules(
                found.signature(),
                spec,
                found.ack(),
                found.handshake(),
                found.rejectStatus(),
                found.keptHeaders()));
  }

  private static List<LiveSecret> secrets(
      Section section, @Nullable Rules rules, boolean allowShort, Notes notes) {
    Node node = section.at("secrets");
    boolean needed = rules == null || rules.signature.needsSecret();
    if (!section.has("secrets")) {
      if (needed) {
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
                : SecretRules.mistakeIn(secret, rules.signature, allowShort),
        notes);
  }
}
