package dev.gatehouse.config;

import dev.gatehouse.config.preset.EventBlock;
import dev.gatehouse.config.preset.HandshakeBlock;
import dev.gatehouse.config.preset.HeaderAliases;
import dev.gatehouse.config.preset.PackingBlock;
import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.config.preset.SignatureBlock;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.preset.Ack;
import dev.gatehouse.receive.preset.Confidence;
import dev.gatehouse.receive.preset.Packing;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.preset.Refusal;
import dev.gatehouse.receive.preset.handshake.HandshakeRule;
import dev.gatehouse.receive.preset.handshake.Handshakes;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a source takes over from its preset, or from the blocks of a custom one, with the values the
 * source gives.
 */
record SourceRules(
    SignatureSpec signature,
    EventSpec event,
    Ack ack,
    Handshakes handshakes,
    Refusal refusal,
    Packing packing,
    List<String> keptHeaders) {

  static Optional<SourceRules> read(
      SourceName name, String provider, Section section, PresetCatalogue presets, Notes notes) {
    Optional<SourceRules> bare =
        provider.equals(SourceConfig.CUSTOM)
            ? custom(section)
            : preset(name, provider, section, presets, notes);
    return bare.map(rules -> rules.filled(name, section, notes));
  }

  /** With the values of the source. */
  private SourceRules filled(SourceName name, Section section, Notes notes) {
    Map<String, String> values = new LinkedHashMap<>();
    section
        .at("values")
        .entries()
        .forEach(
            (key, node) -> {
              if (!signature.neededValues().contains(key)
                  && !signature.optionalValues().contains(key)
                  && !handshakes.valueNames().contains(key)) {
                node.mistake("the provider's rule asks for no such value");
              }
              node.text().ifPresent(text -> values.put(key, text));
            });
    for (String needed : signature.neededValues()) {
      if (values.getOrDefault(needed, "").isBlank()) {
        section.node().mistakeAt("values." + needed, "is missing; the provider's rule needs it");
      }
    }
    proofs(name, section, notes);
    boolean pings = section.at("unsigned_pings").flag().orElse(false);
    Handshakes answered = handshakes.forSource(values, pings);
    if (pings && answered.rules().stream().noneMatch(HandshakeRule::optIn)) {
      section
          .at("unsigned_pings")
          .mistake("the provider sends no unsigned pings, so the key has no meaning here");
    }
    answered.valueNames().stream()
        .filter(value -> !values.containsKey(value))
        .forEach(
            value ->
                notes.warn(
                    "source "
                        + name
                        + ": without values."
                        + value
                        + " a question of the provider"
                        + " is not answered, or answered to anybody"));
    return new SourceRules(
        withValues(section, values), event, ack, answered, refusal, packing, keptHeaders);
  }

  private SignatureSpec withValues(Section section, Map<String, String> values) {
    try {
      return signature.with(values);
    } catch (SpecMistake mistake) {
      section.node().mistakeAt("values", String.valueOf(mistake.getMessage()));
      return signature;
    }
  }

  private void proofs(SourceName name, Section section, Notes notes) {
    boolean unverified = section.at("unverified").flag().orElse(false);
    if (!signature.needsSecret() && !unverified) {
      section
          .node()
          .mistakeAt(
              "unverified", "is missing; nothing proves who sends this: unverified: true takes it");
    } else if (signature.needsSecret() && unverified) {
      section.at("unverified").mistake("this source is verified, so the key has no meaning here");
    } else if (unverified) {
      notes.warn("source " + name + ": nothing proves who sends; anybody with the URL can");
    }
  }

  private static Optional<SourceRules> custom(Section section) {
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
    Optional<Handshakes> handshakes = HandshakeBlock.read(section.at("handshake"));
    return signature.isEmpty() || event.isEmpty() || handshakes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new SourceRules(
                signature.get().spec(),
                event.get(),
                Ack.DEFAULT,
                handshakes.get(),
                Refusal.DEFAULT,
                PackingBlock.read(section, Packing.NONE),
                List.of()));
  }

  private static Optional<SourceRules> preset(
      SourceName name, String id, Section section, PresetCatalogue presets, Notes notes) {
    for (String key : List.of("signature", "handshake")) {
      if (section.has(key)) {
        section
            .node()
            .mistakeAt(key, "comes from the preset; expected this block for provider: custom");
      }
    }
    Optional<ProviderPreset> preset = presets.preset(id);
    if (preset.isEmpty()) {
      List<String> known = new ArrayList<>(List.of(SourceConfig.CUSTOM));
      known.addAll(presets.ids());
      return Building.known(section.at("provider"), "provider", known)
          .flatMap(none -> Optional.empty());
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
            new SourceRules(
                found.signature(),
                spec,
                found.ack(),
                found.handshakes(),
                found.refusal(),
                PackingBlock.read(section, found.packing()),
                found.keptHeaders()));
  }
}
