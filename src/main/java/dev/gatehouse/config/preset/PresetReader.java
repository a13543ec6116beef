package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.JsonSchema;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.References;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.config.yaml.YamlFile;
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.preset.Ack;
import dev.gatehouse.receive.preset.Confidence;
import dev.gatehouse.receive.preset.Packing;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.preset.Refusal;
import dev.gatehouse.receive.preset.handshake.Handshakes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a preset file. */
public final class PresetReader {
  /** The keys of a preset file. */
  public static final Shape SHAPE =
      Shape.of(
          Key.of("id", Kind.text("the name of the file without .yaml"), "the name of the file")
              .required(),
          Key.of("title", Kind.text("a name"), "the provider's name"),
          Key.of(
              "extends",
              Kind.text("a preset that came with Gatehouse"),
              "takes what this file does not say from that preset, block by block"),
          Key.of("replaces", Kind.flag(), "takes the place of the preset that came with Gatehouse")
              .byDefault(false),
          Key.of("signature", SignatureBlock.KIND, "how it signs"),
          Key.of("event", Kind.keys(EventBlock.SHAPE), "how it names its events"),
          Key.of("ack", Kind.keys(AckBlock.SHAPE), "the answer to a stored event"),
          Key.of("handshake", HandshakeBlock.KIND, "the questions it asks besides its events"),
          Key.of("reject_status", Kind.whole(400, 499), "the status of a refusal").byDefault(400),
          PackingBlock.CODINGS,
          PackingBlock.SIGNED,
          Key.of("reject_bare", Kind.flag(), "a refusal has no body").byDefault(false),
          Key.of("keep_headers", Kind.listOf(Kind.text("a header name")), "headers worth storing"),
          Key.of("confidence", Kind.choice(Confidence.class), "how sure the signature rule is"),
          Key.of("source", Kind.text("a text"), "where the fact comes from"));

  /** What a file says itself unless it extends another. */
  private static final List<String> OWN =
      List.of("title", "signature", "event", "confidence", "source");

  private PresetReader() {}

  /** A JSON Schema (2020-12) of preset files, for editors. */
  public static Map<String, Object> schema() {
    return JsonSchema.of("Gatehouse provider preset", SHAPE);
  }

  /** Reads one file whose id nothing else has. */
  public static Optional<ProviderPreset> read(String file, byte[] bytes, Mistakes mistakes) {
    return read(file, bytes, Presets.NONE, mistakes);
  }

  /**
   * Reads one file.
   *
   * @param file its name, shown in mistakes; the id must be its last part without {@code .yaml}
   * @param ours presets whose place only a file with {@code replaces: true} takes, and which one
   *     may extend
   * @return empty with at least one mistake recorded when it cannot be used
   */
  public static Optional<ProviderPreset> read(
      String file, byte[] bytes, Presets ours, Mistakes mistakes) {
    int before = mistakes.count();
    Section section = YamlFile.read(file, bytes, References.none(), mistakes).section(SHAPE);
    Optional<String> id = id(file, section.at("id"));
    boolean replaces = section.at("replaces").flag().orElse(false);
    if (!replaces && id.flatMap(ours::preset).isPresent()) {
      section
          .at("id")
          .mistake("a preset of this name came with Gatehouse; replaces: true takes its place");
    }
    Optional<ProviderPreset> base = base(section, ours);
    Optional<String> title = section.at("title").text().or(() -> base.map(ProviderPreset::title));
    Optional<SignatureBlock> signature =
        section.has("signature") ? SignatureBlock.read(section.at("signature")) : Optional.empty();
    HeaderAliases aliases = signature.map(SignatureBlock::aliases).orElse(HeaderAliases.NONE);
    Optional<EventSpec> event =
        section.has("event") ? EventBlock.read(section.at("event"), aliases) : Optional.empty();
    Optional<Ack> ack =
        base.isPresent() && !section.has("ack")
            ? base.map(ProviderPreset::ack)
            : AckBlock.read(section.at("ack"));
    Optional<Handshakes> handshakes =
        base.isPresent() && !section.has("handshake")
            ? base.map(ProviderPreset::handshakes)
            : HandshakeBlock.read(section.at("handshake"));
    Optional<Refusal> refusal = refusal(section, base);
    Packing packing =
        PackingBlock.read(section, base.map(ProviderPreset::packing).orElse(Packing.NONE));
    Optional<Confidence> confidence =
        base.isPresent() && !section.has("confidence")
            ? base.map(ProviderPreset::confidence)
            : section.at("confidence").choice(Confidence.class);
    Optional<String> source =
        section.at("source").text().or(() -> base.map(ProviderPreset::source));
    List<String> kept = new ArrayList<>();
    if (!section.has("keep_headers")) {
      base.ifPresent(preset -> kept.addAll(preset.keptHeaders()));
    }
    section.at("keep_headers").items().forEach(item -> item.text().ifPresent(kept::add));
    if (mistakes.count() > before) {
      return Optional.empty();
    }
    return Optional.of(
        new ProviderPreset(
            id.orElseThrow(),
            title.orElseThrow(),
            signature
                .map(SignatureBlock::spec)
                .or(() -> base.map(ProviderPreset::signature))
                .orElseThrow(),
            event.or(() -> base.map(ProviderPreset::event)).orElseThrow(),
            ack.orElseThrow(),
            handshakes.orElseThrow(),
            refusal.orElseThrow(),
            packing,
            kept,
            confidence.orElseThrow(),
            source.orElseThrow()));
  }

  /** What the file extends; without that it has to say everything itself. */
  private static Optional<ProviderPreset> base(Section section, Presets ours) {
    if (section.has("extends")) {
      return section.at("extends").oneOf(List.copyOf(ours.ids())).flatMap(ours::preset);
    }
    for (String key : OWN) {
      if (!section.has(key) && !section.node().isBroken()) {
        section
            .node()
            .mistakeAt(
                key,
                "is missing; expected "
                    + SHAPE.key(key).map(Key::about).orElse("a value")
                    + ", or extends");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> id(String file, Node node) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    return node.parsed(
        "the name of the file without .yaml",
        text -> Optional.of(text).filter(id -> name.equals(id + ".yaml")));
  }

  private static Optional<Refusal> refusal(Section section, Optional<ProviderPreset> base) {
    Refusal before = base.map(ProviderPreset::refusal).orElse(Refusal.DEFAULT);
    int status =
        section.has("reject_status")
            ? section.at("reject_status").integer(400, 499).orElse(before.status())
            : before.status();
    boolean bare =
        section.has("reject_bare")
            ? section.at("reject_bare").flag().orElse(before.bare())
            : before.bare();
    return Optional.of(new Refusal(status, bare));
  }
}
