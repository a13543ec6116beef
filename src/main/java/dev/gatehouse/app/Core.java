package dev.gatehouse.app;

import dev.gatehouse.config.Settings;
import dev.gatehouse.config.revision.Revisions;
import dev.gatehouse.config.secrets.ConfiguredSecrets;
import dev.gatehouse.config.secrets.SecretRing;
import dev.gatehouse.config.secrets.Secrets;
import dev.gatehouse.config.secrets.SecretsKey;
import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseSettings;
import dev.gatehouse.db.Pool;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.SourceName;
import java.time.InstantSource;
import java.util.Map;
import java.util.random.RandomGenerator;

/** What every room needs: the settings, the database, the clock, ids and secrets. */
record Core(
    GatewayOptions options,
    Settings settings,
    Database database,
    DatabaseClock idClock,
    EventIds ids,
    String node,
    long revision,
    Secrets secrets,
    SecretRing ring) {

  /** Opens them; what was opened is closed again when one of them fails. */
  static Core open(GatewayOptions options, Closing closing) {
    Settings settings = options.load();
    Database database =
        closing.add("database", Database.open(place(settings, options), options.clock()));
    DatabaseClock idClock = new DatabaseClock(options.clock());
    idClock.adjust(database);
    String node = options.node();
    long revision =
        database.transaction(
            Pool.ADMIN,
            tx -> Revisions.number(tx, settings.shown(), node, options.clock().instant()));
    // One map for good: the ring tells by its identity whether the file has changed.
    Map<SourceName, ConfiguredSecrets> configured = settings.configuredSecrets();
    SecretsKey key =
        SecretsKey.load(options.environment().get(SecretsKey.VARIABLE), options.dataDir());
    SecretRing ring = closing.add("secrets", new SecretRing(database, key, () -> configured));
    ring.start();
    if (ring.holdsUnreadable()) {
      throw new IllegalArgumentException(
          "secrets in the database are sealed under another key; give every node the same "
              + SecretsKey.VARIABLE);
    }
    return new Core(
        options,
        settings,
        database,
        idClock,
        new EventIds(idClock, RandomGenerator.of("L64X128MixRandom")),
        node,
        revision,
        new Secrets(key, () -> configured, options.clock()),
        ring);
  }

  InstantSource clock() {
    return options.clock();
  }

  private static DatabaseSettings place(Settings settings, GatewayOptions options) {
    DatabaseSettings file = settings.database();
    return new DatabaseSettings(
        file.url(),
        file.user(),
        file.password(),
        options.dataDir(),
        file.intakeConnections(),
        file.workConnections(),
        file.adminConnections(),
        file.connectTimeout());
  }
}
