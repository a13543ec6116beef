package dev.gatehouse.config;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.deadletter.DeadLetterSettings;
import dev.gatehouse.deadletter.triage.OwnerRule;
import dev.gatehouse.deadletter.triage.Stage;
import dev.gatehouse.event.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code dead_letters}: who looks after them and how long they are kept. */
final class DeadLettersBlock {
  private static final Duration SHORTEST = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(3660);
  private static final List<String> CODES =
      Arrays.stream(ErrorCode.values()).map(ErrorCode::name).toList();

  private static final Shape OWNER =
      Shape.of(
          Key.of("owner", Kind.text("a person or a team"), "who looks after what matches")
              .required(),
          Key.of("source", Kind.text("a source"), "only of this source"),
          Key.of("type", Kind.text("an event type, or a beginning and *"), "only of this type"),
          Key.of("destination", Kind.text("a destination"), "only for this destination"),
          Key.of("stage", Kind.choice(Stage.class), "only from this stage"),
          Key.of("category", Kind.choice(ErrorCode.Category.class), "only of this category"),
          Key.of("code", new Kind.Choice(CODES), "only with this code"));

  static final Shape SHAPE =
      Shape.of(
          Key.of("retention", Kind.duration(), "how long a dead letter is kept")
              .byDefault(DeadLetterSettings.DEFAULT_RETENTION),
          Key.of(
                  "max_replay_cycles",
                  Kind.whole(1, 1000),
                  "after so many re-runs that failed again it needs a fresh review")
              .byDefault(DeadLetterSettings.DEFAULT_MAX_REPLAY_CYCLES),
          Key.of(
              "owners",
              Kind.listOf(Kind.keys(OWNER)),
              "the first rule that matches gives a new dead letter its owner"));

  private DeadLettersBlock() {}

  static Optional<DeadLetterRules> read(
      Node node, Collection<String> sources, Collection<String> destinations) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    Duration retention = section.at("retention").duration(SHORTEST, LONGEST).orElse(LONGEST);
    int cycles = section.at("max_replay_cycles").integer(1, 1000).orElse(1);
    List<OwnerRule> owners = new ArrayList<>();
    for (Node each : section.at("owners").items()) {
      owner(each, sources, destinations).ifPresent(owners::add);
    }
    return Building.built(node, before, () -> new DeadLetterRules(owners, retention, cycles));
  }

  private static Optional<OwnerRule> owner(
      Node node, Collection<String> sources, Collection<String> destinations) {
    int before = node.mistakes().count();
    Section rule = node.section(OWNER);
    String owner = rule.at("owner").text().orElse("");
    String source = name(rule, "source", sources);
    String type = rule.at("type").text().orElse(null);
    String destination = name(rule, "destination", destinations);
    Stage stage = rule.at("stage").choice(Stage.class).orElse(null);
    ErrorCode.Category category = rule.at("category").choice(ErrorCode.Category.class).orElse(null);
    ErrorCode code = rule.at("code").oneOf(CODES).map(ErrorCode::valueOf).orElse(null);
    return Building.built(
        node, before, () -> new OwnerRule(source, type, destination, stage, category, code, owner));
  }

  private static @Nullable String name(Section rule, String what, Collection<String> names) {
    return rule.has(what) ? Building.known(rule.at(what), what, names).orElse(null) : null;
  }
}
