package dev.gatehouse.config;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.db.DatabaseSettings;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.Machines;
import dev.gatehouse.process.route.Route;
import dev.gatehouse.process.route.Router;
import dev.gatehouse.receive.extract.EntityRule;
import dev.gatehouse.receive.extract.Extractor;
import dev.gatehouse.receive.extract.Unpacking;
import dev.gatehouse.receive.intake.IntakeSettings;
import dev.gatehouse.receive.journal.JournalSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the whole file: each block with its own reader, then what holds between blocks. */
final class SettingsReader {
  /** The keys of the file. */
  static final Shape SHAPE =
      Shape.of(
          Key.of("server", Kind.keys(ServerBlock.SHAPE), "the public port"),
          Key.of("admin", Kind.keys(ServerBlock.ADMIN), "the admin port"),
          Key.of("database", Kind.keys(DatabaseBlock.SHAPE), "where everything is kept"),
          Key.of("journal", Kind.keys(JournalBlock.SHAPE), "how events are written"),
          Key.of("lanes", Kind.keys(LanesBlock.SHAPE), "how what is stored is worked"),
          Key.of(
              "delivery", Kind.keys(DestinationBlock.DEFAULTS_SHAPE), "defaults of destinations"),
          Key.of("dead_letters", Kind.keys(DeadLettersBlock.SHAPE), "what cannot be finished"),
          Key.of("sources", Kind.named(Kind.keys(SourceBlock.SHAPE)), "who sends, by name")
              .required(),
          Key.of("machines", Kind.named(Kind.keys(MachineBlock.SHAPE)), "state machines, by name"),
          Key.of(
              "destinations",
              Kind.named(Kind.keys(DestinationBlock.SHAPE)),
              "who receives, by name"),
          Key.of("routes", Kind.listOf(Kind.keys(RouteBlock.SHAPE)), "what goes where"));

  private static final String NAME =
      "a name of lower-case letters, digits, - and _, at most 63 characters";

  private final Node root;
  private final Mistakes mistakes;
  private final PresetCatalogue presets;
  private final Notes notes;

  SettingsReader(Node root, PresetCatalogue presets, Notes notes) {
    this.root = root;
    this.mistakes = root.mistakes();
    this.presets = presets;
    this.notes = notes;
  }

  /** Empty exactly when there is at least one mistake. */
  Optional<Settings> read() {
    Section file = root.section(SHAPE);
    Optional<IntakeSettings> intake = ServerBlock.read(file.at("server"));
    Optional<AdminPort> admin = ServerBlock.readAdmin(file.at("admin"));
    Optional<DatabaseSettings> database = DatabaseBlock.read(file.at("database"));
    Optional<JournalSettings> journal = JournalBlock.read(file.at("journal"));
    Optional<LaneTuning> lanes = LanesBlock.read(file.at("lanes"));
    ports(file, intake, admin);
    Node sourcesNode = file.at("sources");
    Map<SourceName, SourceConfig> sources =
        sources(
            sourcesNode,
            intake
                .map(IntakeSettings::maxBodyBytes)
                .orElse(IntakeSettings.DEFAULTS.maxBodyBytes()));
    Set<String> sourceNames = sourcesNode.entries().keySet();
    Map<DestinationName, DestinationSettings> plain = destinations(file);
    Set<String> destinationNames = file.at("destinations").entries().keySet();
    Map<String, MachineBlock.Read> machines = machines(file.at("machines"), sourceNames, sources);
    List<RouteBlock.Read> read = new ArrayList<>();
    for (Node each : file.at("routes").items()) {
      RouteBlock.read(each, sourceNames, destinationNames).ifPresent(read::add);
    }
    Map<DestinationName, DestinationSettings> destinations = RouteRule.apply(read, plain);
    List<Route> routes = read.stream().map(RouteBlock.Read::route).toList();
    Optional<DeadLetterRules> deadLetters =
        DeadLettersBlock.read(file.at("dead_letters"), sourceNames, destinationNames);
    if (!mistakes.isEmpty()) {
      return Optional.empty();
    }
    warnUnused(destinations.keySet(), routes);
    Machines all =
        new Machines(machines.values().stream().map(MachineBlock.Read::machine).toList());
    Map<SourceName, List<EntityRule>> rules = new LinkedHashMap<>();
    sources.keySet().forEach(name -> rules.put(name, EntityRules.of(name, machines.values())));
    return Optional.of(
        new Settings(
            intake.orElseThrow(),
            admin.orElseThrow(),
            database.orElseThrow(),
            journal.orElseThrow(),
            lanes.orElseThrow(),
            deadLetters.orElseThrow(),
            sources,
            rules,
            extractors(sources, rules),
            all,
            destinations,
            new Router(routes),
            notes.warnings(),
            Effective.text(root, SHAPE)));
  }

  private void ports(Section file, Optional<IntakeSettings> intake, Optional<AdminPort> admin) {
    if (intake.isEmpty() || admin.isEmpty()) {
      return;
    }
    if (intake.get().port() == admin.get().port() && admin.get().port() != 0) {
      file.node().mistakeAt("admin.port", "is the public port as well; expected another one");
    }
    if (!Set.of("127.0.0.1", "::1", "localhost").contains(admin.get().host())) {
      notes.warn(
          "the admin port listens on " + admin.get().host() + ", which is more than this machine");
    }
  }

  private Map<SourceName, SourceConfig> sources(Node node, int maxBody) {
    Map<SourceName, SourceConfig> sources = new LinkedHashMap<>();
    if (node.isMap() && node.entries().isEmpty()) {
      node.mistake("expected at least one source");
    }
    node.entries()
        .forEach(
            (name, block) -> {
              Optional<SourceName> source = SourceName.parse(name);
              if (source.isEmpty()) {
                block.mistake("expected " + NAME + " as the key");
                return;
              }
              SourceBlock.read(source.get(), block, presets, maxBody, notes)
                  .ifPresent(read -> sources.put(source.get(), read));
            });
    for (SourceConfig source : sources.values()) {
      if (!source.secrets().isEmpty()
          && source.secrets().stream().noneMatch(secret -> secret.expiresAt() == null)) {
        notes.warn("source " + source.name() + ": every secret has an end");
      }
    }
    return sources;
  }

  private Map<DestinationName, DestinationSettings> destinations(Section file) {
    DestinationBlock.Defaults defaults =
        DestinationBlock.defaults(file.at("delivery")).orElse(DestinationBlock.Defaults.STANDARD);
    Map<DestinationName, DestinationSettings> destinations = new LinkedHashMap<>();
    file.at("destinations")
        .entries()
        .forEach(
            (name, block) -> {
              if (!MachineBlock.NAME.matcher(name).matches()) {
                block.mistake("expected " + NAME + " as the key");
                return;
              }
              DestinationName destination = new DestinationName(name);
              DestinationBlock.read(destination, block, defaults, notes)
                  .ifPresent(read -> destinations.put(destination, read));
            });
    return destinations;
  }

  private Map<String, MachineBlock.Read> machines(
      Node node, Set<String> sourceNames, Map<SourceName, SourceConfig> sources) {
    Map<String, MachineBlock.Read> machines = new LinkedHashMap<>();
    node.entries()
        .forEach(
            (name, block) -> {
              if (!MachineBlock.NAME.matcher(name).matches()) {
                block.mistake("expected " + NAME + " as the key");
                return;
              }
              MachineBlock.read(name, block, sourceNames, sources)
                  .ifPresent(read -> machines.put(name, read));
            });
    new Machines(machines.values().stream().map(MachineBlock.Read::machine).toList())
        .conflicts()
        .forEach(conflict -> node.mistakeAt(conflict.path(), conflict.message()));
    return machines;
  }

  private static Map<SourceName, Extractor> extractors(
      Map<SourceName, SourceConfig> sources, Map<SourceName, List<EntityRule>> rules) {
    Map<SourceName, Extractor> extractors = new LinkedHashMap<>();
    sources.forEach(
        (name, source) ->
            extractors.put(
                name,
                Extractor.of(
                        source.event(),
                        rules.getOrDefault(name, List.of()),
                        source.signature().coverage())
                    .with(Unpacking.upTo(source.maxUnpackedBytes()))));
    return extractors;
  }

  private void warnUnused(Set<DestinationName> destinations, List<Route> routes) {
    for (DestinationName name : destinations) {
      if (routes.stream().noneMatch(route -> route.settings().to().contains(name))) {
        notes.warn("destination " + name + ": no route leads there");
      }
    }
  }
}
