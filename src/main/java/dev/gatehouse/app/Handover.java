package dev.gatehouse.app;

import dev.gatehouse.config.SourceConfig;
import dev.gatehouse.config.secrets.SecretConflict;
import dev.gatehouse.config.secrets.SecretFingerprint;
import dev.gatehouse.config.secrets.SecretRefused;
import dev.gatehouse.db.Pool;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.intake.HandshakeActions;
import dev.gatehouse.receive.intake.Visits;
import dev.gatehouse.receive.signature.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the questions of providers with the store of secrets. A secret that a provider hands
 * over is sealed and stored before the provider hears yes; one that the operator has to give back
 * to the provider is also written to {@code DIR/handed-over/SOURCE}, readable by its owner only.
 */
final class Handover implements HandshakeActions {
  private static final Logger LOG = LoggerFactory.getLogger(Handover.class);
  private static final String ACTOR = "handshake";

  private final Core core;
  private final Visits visits;

  Handover(Core core, Visits visits) {
    this.core = core;
    this.visits = visits;
  }

  @Override
  public boolean awaitsSecret(SourceName source) {
    SourceConfig config = core.settings().sources().get(source);
    return config != null && config.acceptsSecret();
  }

  @Override
  public boolean takeSecret(SourceName source, Secret secret, boolean shown) {
    SecretFingerprint fingerprint;
    try {
      fingerprint =
          core.database()
              .transaction(
                  Pool.ADMIN,
                  tx -> {
                    SecretFingerprint stored = core.secrets().accept(tx, source, secret, ACTOR);
                    if (shown) {
                      // Before the commit: a secret that nobody can give back helps nobody.
                      write(source, secret);
                    }
                    return stored;
                  });
    } catch (SecretRefused | SecretConflict e) {
      LOG.warn("source {}: a secret that was handed over is not taken: {}", source, e.getMessage());
      return false;
    }
    core.ring().refresh();
    LOG.info("source {}: took the secret {} from its provider's handshake", source, fingerprint);
    if (shown) {
      LOG.info("source {}: the provider wants it back; it stands in {}", source, place(source));
    }
    return true;
  }

  @Override
  public void visit(SourceName source, URI url) {
    SourceConfig config = core.settings().sources().get(source);
    if (config != null && config.visits()) {
      visits.visit(source, url);
    } else {
      LOG.warn(
          "source {}: its provider asks for a visit to {} that confirms the subscription; confirm"
              + " it there, or set confirm_subscriptions: true and let it ask again",
          source,
          url.getHost());
    }
  }

  private Path place(SourceName source) {
    return core.options().dataDir().resolve("handed-over").resolve(source.value());
  }

  private void write(SourceName source, Secret secret) {
    Path file = place(source).toAbsolutePath();
    try {
      Files.createDirectories(
          file.getParent(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Path fresh =
          Files.createTempFile(
              file.getParent(),
              source.value(),
              ".new",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(fresh, secret.value() + "\n");
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
