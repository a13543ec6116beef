package dev.gatehouse.operate.api;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.event.SourceName;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tokens: who may ask what. */
final class TokenRoutes {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9 ._@-]{0,62}";

  private final Database database;
  private final Tokens tokens;
  private final Audit audit;
  private final InstantSource clock;

  TokenRoutes(Database database, Tokens tokens, Audit audit, InstantSource clock) {
    this.database = database;
    this.tokens = tokens;
    this.audit = audit;
    this.clock = clock;
  }

  /** A new token; its text is shown this once. */
  private record Made(
      UUID id,
      String name,
      List<String> roles,
      @Nullable List<String> sources,
      Instant createdAt,
      @Nullable Instant expiresAt,
      String token) {}

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/tokens", Permission.TOKENS, this::list, "limit", "after").forAll(),
        Route.of("POST", "/api/v1/tokens", Permission.TOKENS, this::create).forAll(),
        Route.of("DELETE", "/api/v1/tokens/{id}", Permission.TOKENS, this::revoke).forAll());
  }

  private Answer list(Ask ask) {
    UUID after = ask.query().after();
    int limit = ask.query().limit();
    return Answer.json(database.transaction(Pool.ADMIN, tx -> tokens.list(tx, after, limit)));
  }

  private Answer create(Ask ask) {
    Body body = ask.body("name", "roles", "sources", "expires_at");
    String name = body.required("name", 63);
    if (!name.matches(NAME)) {
      throw Problem.field("name", "matches " + NAME);
    }
    Set<Role> roles = roles(body);
    List<String> sources = sources(body);
    Instant expiresAt = body.instant("expires_at");
    if (expiresAt != null && !expiresAt.isAfter(clock.instant())) {
      throw Problem.field("expires_at", "lies in the future");
    }
    String text = TokenText.make();
    Token token =
        database.transaction(
            Pool.ADMIN,
            tx -> {
              Token made =
                  tokens
                      .create(tx, name, roles, sources, expiresAt, text)
                      .orElseThrow(() -> Problem.conflict("there is a token of that name"));
              audit.record(
                  tx,
                  ask.caller(),
                  "create_token",
                  "token/" + made.id(),
                  name + ": " + String.join(",", made.roles()));
              return made;
            });
    return Answer.created(
        new Made(
            token.id(),
            token.name(),
            token.roles(),
            token.sources(),
            token.createdAt(),
            token.expiresAt(),
            text));
  }

  private static Set<Role> roles(Body body) {
    List<String> words = body.texts("roles", 40);
    if (words == null || words.isEmpty()) {
      throw Problem.field("roles", "names at least one role");
    }
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String word : words) {
      roles.add(
          Role.parse(word)
              .orElseThrow(
                  () ->
                      Problem.field(
                          "roles",
                          "are some of viewer, operator, replayer, approver, payload_reader,"
                              + " admin")));
    }
    return roles;
  }

  /** May name sources that are not configured yet. */
  private static @Nullable List<String> sources(Body body) {
    List<String> sources = body.texts("sources", 63);
    if (sources == null) {
      return null;
    }
    if (sources.isEmpty() || sources.stream().anyMatch(s -> SourceName.parse(s).isEmpty())) {
      throw Problem.field("sources", "are names of sources, one at least; leave it out for all");
    }
    return sources.stream().distinct().sorted().toList();
  }

  private Answer revoke(Ask ask) {
    UUID id = ask.pathId("id", "token");
    return database.transaction(
        Pool.ADMIN,
        tx -> {
          switch (tokens.revoke(tx, id)) {
            case UNKNOWN -> throw Problem.notFound("token that still counts");
            case LAST_ADMIN ->
                throw Problem.conflict("it is the last administrator's; make another one first");
            case DONE -> audit.record(tx, ask.caller(), "revoke_token", "token/" + id, null);
          }
          return Answer.nothing();
        });
  }
}
