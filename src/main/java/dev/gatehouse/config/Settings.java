package dev.gatehouse.config;

import dev.gatehouse.config.secrets.ConfiguredSecrets;
import dev.gatehouse.db.DatabaseSettings;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.lane.ProcessSettings;
import dev.gatehouse.process.machine.Machines;
import dev.gatehouse.process.route.Router;
import dev.gatehouse.receive.extract.EntityRule;
import dev.gatehouse.receive.extract.Extractor;
import dev.gatehouse.receive.intake.IntakeSettings;
import dev.gatehouse.receive.intake.SourceSettings;
import dev.gatehouse.receive.journal.JournalSettings;
import dev.gatehouse.receive.signature.LiveSecret;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything one file says, checked and whole. What exists is right: names lead somewhere,
 * conditions compile, secrets decode.
 *
 * @param sources in the order of the file, as are destinations
 * @param entityRules for each source: how the machines it feeds find their entities
 * @param extractors for each source, made of its rules and these
 * @param warnings what is allowed and worth a thought, for people
 * @param shown the settings in force as YAML, without secrets; what a revision keeps
 */
public record Settings(
    IntakeSettings intake,
    AdminPort admin,
    DatabaseSettings database,
    JournalSettings journal,
    LaneTuning lanes,
    DeadLetterRules deadLetters,
    Map<SourceName, SourceConfig> sources,
    Map<SourceName, List<EntityRule>> entityRules,
    Map<SourceName, Extractor> extractors,
    Machines machines,
    Map<DestinationName, DestinationSettings> destinations,
    Router router,
    List<String> warnings,
    String shown) {

  public Settings {
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    entityRules = Map.copyOf(entityRules);
    extractors = Map.copyOf(extractors);
    destinations = Collections.unmodifiableMap(new LinkedHashMap<>(destinations));
    warnings = List.copyOf(warnings);
  }

  /** What decides about events. */
  public ProcessSettings process() {
    return new ProcessSettings(machines, router, extractors);
  }

  /** The same with what the command line says instead; null: as the file says. */
  public Settings at(@Nullable Integer port, @Nullable Integer adminPort, @Nullable Path dataDir) {
    return new Settings(
        port == null ? intake : intake.at(intake.host(), port),
        adminPort == null ? admin : new AdminPort(admin.host(), adminPort),
        dataDir == null
            ? database
            : new DatabaseSettings(
                database.url(),
                database.user(),
                database.password(),
                dataDir,
                database.intakeConnections(),
                database.workConnections(),
                database.adminConnections(),
                database.connectTimeout()),
        journal,
        lanes,
        deadLetters,
        sources,
        entityRules,
        extractors,
        machines,
        destinations,
        router,
        warnings,
        shown);
  }

  /** What the file says about secrets, for {@code config.secrets}. */
  public Map<SourceName, ConfiguredSecrets> configuredSecrets() {
    Map<SourceName, ConfiguredSecrets> secrets = new LinkedHashMap<>();
    sources.forEach(
        (name, source) ->
            secrets.put(
                name,
                new ConfiguredSecrets(source.secrets(), source.signature(), source.allowShort())));
    return Collections.unmodifiableMap(secrets);
  }

  /**
   * The sources as the public port needs them.
   *
   * @param live the secrets of a source at the moment, asked for with every request
   * @param revision of these settings, kept with each event
   */
  public Map<SourceName, SourceSettings> intakeSources(
      Function<SourceName, List<LiveSecret>> live, long revision) {
    Map<SourceName, SourceSettings> settings = new LinkedHashMap<>();
    sources.forEach(
        (name, source) -> {
          Extractor extractor = extractors.get(name);
          if (extractor == null) {
            throw new IllegalStateException("source " + name + " has no extractor");
          }
          settings.put(
              name,
              SourceSettings.of(
                      name,
                      source.signature(),
                      () -> live.apply(name),
                      extractor,
                      source.keptHeaders(),
                      source.maxBodyBytes())
                  .answering(source.ack(), source.handshakes(), source.refusal())
                  .configured(
                      source.packing(), source.publicUrl(), source.requestsPerSecond(), revision));
        });
    return Collections.unmodifiableMap(settings);
  }
}
