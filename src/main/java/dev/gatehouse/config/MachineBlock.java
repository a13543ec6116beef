package dev.gatehouse.config;

import dev.gatehouse.config.preset.EventBlock;
import dev.gatehouse.config.preset.HeaderAliases;
import dev.gatehouse.config.revision.Revisions;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.Checked;
import dev.gatehouse.process.machine.Machine;
import dev.gatehouse.process.machine.MachineSettings;
import dev.gatehouse.process.machine.MachineSettings.Transition;
import dev.gatehouse.receive.extract.FieldPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** One entry of {@code machines}. */
final class MachineBlock {
  static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");
  private static final Duration LONGEST = Duration.ofDays(366);
  private static final Kind PATHS =
      Kind.text("header:Name, json:/pointer, form:field or query:name; alternatives with |");
  private static final Kind STATES =
      Kind.anyOf(Kind.text("a state"), Kind.listOf(Kind.text("a state")));

  private static final Shape ORDER =
      Shape.of(
          Key.of("by", Kind.choice(MachineSettings.Order.class), "sequence, time or none")
              .required(),
          Key.of("sequence", PATHS, "where it stands, instead of the source's"),
          Key.of("occurred_at", PATHS, "where it stands, instead of the source's"));

  private static final Shape TRANSITION =
      Shape.of(
          Key.of("on", Kind.text("an event type, or a beginning such as order.*"), "the event type")
              .required(),
          Key.of("from", STATES, "the states it leaves; \"*\" is every one that is not terminal")
              .required(),
          Key.of("to", Kind.text("a state"), "the state it leads to").required(),
          Key.of(
              "when",
              Kind.text("a condition in CEL"),
              "a guard: without it the move holds always"));

  static final Shape SHAPE =
      Shape.of(
          Key.of(
                  "source",
                  Kind.anyOf(Kind.text("a source"), Kind.listOf(Kind.text("a source"))),
                  "the source, or sources, whose events it folds")
              .required(),
          Key.of("entity", PATHS, "where the key of the entity stands").required(),
          Key.of("initial", Kind.text("a state"), "the state of an entity nobody has heard of")
              .required(),
          Key.of(
              "order",
              Kind.keys(ORDER),
              "what tells earlier from later; without it: sequence where the source has one, else"
                  + " time, else none"),
          Key.of(
              "states",
              Kind.listOf(Kind.text("a state")),
              "all states, in the order that tells equal times apart"),
          Key.of(
              "terminal",
              Kind.listOf(Kind.text("a state")),
              "states only a move that names them leaves"),
          Key.of("transitions", Kind.listOf(Kind.keys(TRANSITION)), "the moves").required(),
          Key.of("stale", Kind.choice(MachineSettings.Stale.class), "for an event that is too old")
              .byDefault("ignore"),
          Key.of(
                  "illegal",
                  Kind.choice(MachineSettings.Illegal.class),
                  "for an event without a move from the present state")
              .byDefault("dead_letter"),
          Key.of(
                  "unmatched",
                  Kind.choice(MachineSettings.Unmatched.class),
                  "for a type no transition names")
              .byDefault("ignore"),
          Key.of("defer_for", Kind.duration(), "how long a deferred event waits")
              .byDefault(MachineSettings.DEFER_FOR),
          Key.of(
                  "after_dead",
                  Kind.choice(MachineSettings.AfterDead.class),
                  "whether later events of an entity wait behind a dead one")
              .byDefault("release"));

  private MachineBlock() {}

  /**
   * A checked machine and where its entities are read from.
   *
   * @param sequence instead of the source's own; empty: that
   * @param occurredAt likewise
   */
  record Read(
      Machine machine,
      List<FieldPath> entity,
      List<FieldPath> sequence,
      List<FieldPath> occurredAt) {}

  static Optional<Read> read(
      String name, Node node, Collection<String> declared, Map<SourceName, SourceConfig> sources) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    List<SourceName> names = names(section.at("source"), declared);
    List<SourceConfig> own =
        names.stream().flatMap(each -> Optional.ofNullable(sources.get(each)).stream()).toList();
    List<FieldPath> entity = paths(section.at("entity"));
    String initial = section.at("initial").text().orElse("");
    OrderRead order = order(section.at("order"), own, own.size() == names.size());
    List<String> states = texts(section.at("states"), "a state");
    List<String> terminal = texts(section.at("terminal"), "a state");
    List<Transition> transitions = new ArrayList<>();
    for (Node each : section.at("transitions").items()) {
      transition(each).ifPresent(transitions::add);
    }
    var stale =
        section
            .at("stale")
            .choice(MachineSettings.Stale.class)
            .orElse(MachineSettings.Stale.IGNORE);
    var illegal =
        section
            .at("illegal")
            .choice(MachineSettings.Illegal.class)
            .orElse(MachineSettings.Illegal.DEAD_LETTER);
    var unmatched =
        section
            .at("unmatched")
            .choice(MachineSettings.Unmatched.class)
            .orElse(MachineSettings.Unmatched.IGNORE);
    Duration deferFor =
        section.at("defer_for").duration(Duration.ofMillis(1), LONGEST).orElse(LONGEST);
    var afterDead =
        section
            .at("after_dead")
            .choice(MachineSettings.AfterDead.class)
            .orElse(MachineSettings.AfterDead.RELEASE);
    if (node.mistakes().count() > before) {
      return Optional.empty();
    }
    MachineSettings draft =
        new MachineSettings(
            name,
            names,
            initial,
            order.by,
            states,
            transitions,
            terminal,
            stale,
            illegal,
            unmatched,
            deferFor,
            afterDead,
            "");
    return checked(node, revised(draft, entity, order))
        .map(machine -> new Read(machine, entity, order.sequence, order.occurredAt));
  }

  private static Optional<Machine> checked(Node node, MachineSettings settings) {
    return switch (Machine.check(settings)) {
      case Checked.Good good -> Optional.of(good.machine());
      case Checked.Bad bad -> {
        bad.mistakes().forEach(each -> node.mistakeAt(each.path(), each.message()));
        yield Optional.empty();
      }
    };
  }

  /**
   * Its revision is a digest of its wording, so that an outcome says under which one it came about.
   */
  private static MachineSettings revised(
      MachineSettings draft, List<FieldPath> entity, OrderRead order) {
    String wording = draft + " " + entity + " " + order;
    return new MachineSettings(
        draft.name(),
        draft.sources(),
        draft.initial(),
        draft.order(),
        draft.states(),
        draft.transitions(),
        draft.terminal(),
        draft.stale(),
        draft.illegal(),
        draft.unmatched(),
        draft.deferFor(),
        draft.afterDead(),
        Revisions.digest(wording).substring(0, 12));
  }

  private static List<SourceName> names(Node node, Collection<String> declared) {
    List<SourceName> names = new ArrayList<>();
    for (Node each : node.itemsOrOne()) {
      Building.known(each, "source", declared).flatMap(SourceName::parse).ifPresent(names::add);
    }
    return names;
  }

  private record OrderRead(
      MachineSettings.Order by, List<FieldPath> sequence, List<FieldPath> occurredAt) {}

  private static OrderRead order(Node node, List<SourceConfig> sources, boolean allKnown) {
    boolean sequenced =
        !sources.isEmpty() && sources.stream().noneMatch(each -> each.event().sequence().isEmpty());
    boolean timed =
        !sources.isEmpty()
            && sources.stream().noneMatch(each -> each.event().occurredAt().isEmpty());
    if (node.isAbsent()) {
      MachineSettings.Order by =
          sequenced
              ? MachineSettings.Order.SEQUENCE
              : timed ? MachineSettings.Order.TIME : MachineSettings.Order.NONE;
      return new OrderRead(by, List.of(), List.of());
    }
    Section section = node.section(ORDER);
    MachineSettings.Order by =
        section.at("by").choice(MachineSettings.Order.class).orElse(MachineSettings.Order.NONE);
    List<FieldPath> sequence = paths(section.at("sequence"));
    List<FieldPath> occurredAt = paths(section.at("occurred_at"));
    boolean lacksSequence =
        by == MachineSettings.Order.SEQUENCE && !sequenced && !section.has("sequence");
    boolean lacksTime = by == MachineSettings.Order.TIME && !timed && !section.has("occurred_at");
    if (allKnown && !sources.isEmpty() && (lacksSequence || lacksTime)) {
      String key = lacksSequence ? "sequence" : "occurred_at";
      section
          .at("by")
          .mistake(
              "nothing says where the "
                  + (lacksSequence ? "sequence" : "time")
                  + " stands; expected "
                  + key
                  + " here, or in the event block of the source");
    }
    return new OrderRead(by, sequence, occurredAt);
  }

  private static Optional<Transition> transition(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(TRANSITION);
    String on = section.at("on").text().orElse("");
    List<String> from = texts(section.at("from"), "a state");
    String to = section.at("to").text().orElse("");
    String when = section.at("when").text("a condition in CEL").orElse(null);
    return Building.built(node, before, () -> new Transition(on, from, to, when));
  }

  private static List<FieldPath> paths(Node node) {
    return EventBlock.paths(node, HeaderAliases.NONE).orElse(List.of());
  }

  static List<String> texts(Node node, String expected) {
    List<String> texts = new ArrayList<>();
    for (Node each : node.itemsOrOne()) {
      if (each.isAbsent()) {
        each.mistake("expected " + expected + ", found nothing");
      }
      each.text(expected).ifPresent(texts::add);
    }
    return texts;
  }
}
