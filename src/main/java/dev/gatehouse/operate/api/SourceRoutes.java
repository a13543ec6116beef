package dev.gatehouse.operate.api;

import dev.gatehouse.config.secrets.SecretConflict;
import dev.gatehouse.config.secrets.SecretFingerprint;
import dev.gatehouse.config.secrets.SecretInfo;
import dev.gatehouse.config.secrets.SecretRefused;
import dev.gatehouse.config.secrets.Secrets;
import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.watch.inspect.Rejections;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sources: what they are, what was refused, and their secrets. */
final class SourceRoutes {
  private static final String WHAT = "source";
  private static final int MAX_SECRET = 4_000;

  private final Database database;
  private final Supplier<Catalogue> catalogue;
  private final Secrets secrets;
  private final Runnable secretsChanged;
  private final Audit audit;
  private final Rejections rejections = new Rejections();

  SourceRoutes(AdminParts parts, Audit audit) {
    this.database = parts.database();
    this.catalogue = parts.catalogue();
    this.secrets = parts.secrets();
    this.secretsChanged = parts.secretsChanged();
    this.audit = audit;
  }

  private record View(String name, String provider, String confidence, String path) {}

  /** What may be shown of a secret. */
  private record SecretView(
      String fingerprint,
      String state,
      @Nullable Instant createdAt,
      String createdBy,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt) {
    static SecretView of(SecretInfo info) {
      return new SecretView(
          info.fingerprint().value(),
          info.state().name().toLowerCase(Locale.ROOT),
          info.createdAt(),
          info.createdBy(),
          info.expiresAt(),
          info.revokedAt());
    }
  }

  /**
   * @param version of the set: give it back with a change, to change only what was seen
   */
  private record SecretsView(List<SecretView> data, @Nullable String next, long version) {}

  private record RotatedView(String fingerprint, Instant previousExpiresAt, long version) {}

  List<Route> routes() {
    String path = "/api/v1/sources/{name}/secrets";
    return List.of(
        Route.get("/api/v1/sources", Permission.READ, this::list),
        Route.get("/api/v1/sources/{name}", Permission.READ, this::show),
        Route.get(
            "/api/v1/sources/{name}/rejections",
            Permission.READ,
            this::rejections,
            "limit",
            "after"),
        Route.get(path, Permission.READ, this::secrets),
        Route.of("POST", path, Permission.SECRETS, this::rotate),
        Route.of("DELETE", path, Permission.SECRETS, this::revoke, "fingerprint", "version"));
  }

  private Answer list(Ask ask) {
    return Answer.json(
        new Whole<>(
            catalogue.get().sources().stream()
                .filter(each -> ask.caller().scope().sees(each.name().value()))
                .map(SourceRoutes::view)
                .toList()));
  }

  private static View view(Catalogue.Source source) {
    return new View(
        source.name().value(), source.provider(), source.confidence(), "/in/" + source.name());
  }

  private Answer show(Ask ask) {
    return Answer.json(view(configured(ask)));
  }

  private Answer rejections(Ask ask) {
    String name = configured(ask).name().value();
    UUID after = ask.query().after();
    int limit = ask.query().limit();
    return Answer.json(
        database.transaction(Pool.ADMIN, tx -> rejections.ofSource(tx, name, after, limit)));
  }

  private Answer secrets(Ask ask) {
    SourceName name = configured(ask).name();
    Secrets.Listing listing = database.transaction(Pool.ADMIN, tx -> secrets.list(tx, name));
    return Answer.json(
        new SecretsView(
            listing.secrets().stream().map(SecretView::of).toList(), null, listing.version()));
  }

  private Answer rotate(Ask ask) {
    SourceName name = configured(ask).name();
    Body body = ask.body("secret", "previous_expires_at", "version");
    Secret secret = new Secret(body.required("secret", MAX_SECRET));
    Instant end = body.instant("previous_expires_at");
    Long version = body.version("version");
    return changing(
        tx -> {
          Secrets.Rotated rotated =
              secrets.rotate(tx, name, secret, end, version, ask.caller().name());
          audit.record(
              tx,
              ask.caller(),
              "rotate_secret",
              "source/" + name,
              "now " + rotated.current() + ", before until " + rotated.previousExpiresAt());
          return Answer.created(
              new RotatedView(
                  rotated.current().value(), rotated.previousExpiresAt(), rotated.version()));
        });
  }

  private Answer revoke(Ask ask) {
    SourceName name = configured(ask).name();
    SecretFingerprint fingerprint =
        ask.query()
            .value("fingerprint", SecretFingerprint::parse, "is the fingerprint of a secret");
    if (fingerprint == null) {
      throw Problem.field("fingerprint", "is missing: say which secret");
    }
    Long version =
        ask.query()
            .value(
                "version",
                text ->
                    text.matches("\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty(),
                "is a whole number");
    return changing(
        tx -> {
          if (!secrets.revoke(tx, name, fingerprint, version, ask.caller().name())) {
            throw Problem.notFound("secret that still counts");
          }
          audit.record(tx, ask.caller(), "revoke_secret", "source/" + name, fingerprint.toString());
          return Answer.nothing();
        });
  }

  private Answer changing(Function<Tx, Answer> change) {
    try {
      Answer answer = database.transaction(Pool.ADMIN, change);
      secretsChanged.run();
      return answer;
    } catch (SecretRefused e) {
      throw Problem.field("secret", String.valueOf(e.getMessage()));
    } catch (SecretConflict e) {
      throw Problem.conflict(String.valueOf(e.getMessage()));
    }
  }

  /** What the caller may not see does not exist. */
  private Catalogue.Source configured(Ask ask) {
    return catalogue
        .get()
        .source(ask.pathText("name"))
        .filter(source -> ask.caller().scope().sees(source.name().value()))
        .orElseThrow(() -> Problem.notFound(WHAT));
  }
}
