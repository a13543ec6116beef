package dev.gatehouse.operate.api;

import static dev.gatehouse.db.generated.Tables.API_TOKEN;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.watch.inspect.Page;
import dev.gatehouse.watch.inspect.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Owner of {@code api_token}: who may ask what. */
final class Tokens {
  /** How exact {@code last_used_at} is; a write for every request would be dear. */
  private static final Duration USE_GRAIN = Duration.ofMinutes(1);

  private final InstantSource clock;
  private final EventIds ids;

  Tokens(InstantSource clock, EventIds ids) {
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * Who holds that token, if it still counts. Read anew each time: what is revoked is out at once.
   */
  Optional<Caller> holder(Tx tx, String text) {
    Instant now = clock.instant();
    Record row =
        tx.dsl()
            .selectFrom(API_TOKEN)
            .where(API_TOKEN.SHA256.eq(TokenText.sha256(text)), live(now))
            .fetchOne();
    if (row == null) {
      return Optional.empty();
    }
    Instant used = row.get(API_TOKEN.LAST_USED_AT);
    if (used == null || used.plus(USE_GRAIN).isBefore(now)) {
      tx.dsl()
          .update(API_TOKEN)
          .set(API_TOKEN.LAST_USED_AT, now)
          .where(API_TOKEN.ID.eq(row.get(API_TOKEN.ID)))
          .execute();
    }
    String sources = row.get(API_TOKEN.SOURCES);
    return Optional.of(
        new Caller(
            row.get(API_TOKEN.ID),
            row.get(API_TOKEN.NAME),
            roles(row.get(API_TOKEN.ROLES)),
            sources == null ? Scope.ALL : new Scope(Set.copyOf(words(sources)))));
  }

  /** Empty when the name is taken. */
  Optional<Token> create(
      Tx tx,
      String name,
      Set<Role> roles,
      @Nullable List<String> sources,
      @Nullable Instant expiresAt,
      String text) {
    UUID id = ids.next().value();
    int made =
        tx.dsl()
            .insertInto(API_TOKEN)
            .set(API_TOKEN.ID, id)
            .set(API_TOKEN.NAME, name)
            .set(API_TOKEN.SHA256, TokenText.sha256(text))
            .set(
                API_TOKEN.ROLES, String.join(",", roles.stream().map(Role::text).sorted().toList()))
            .set(API_TOKEN.SOURCES, sources == null ? null : String.join(",", sources))
            .set(API_TOKEN.CREATED_AT, clock.instant())
            .set(API_TOKEN.EXPIRES_AT, expiresAt)
            .onConflictDoNothing()
            .execute();
    return made == 0 ? Optional.empty() : find(tx, id);
  }

  /** What became of a wish to revoke. */
  enum Revoked {
    DONE,
    UNKNOWN,
    /** Nobody could make another one: refused. */
    LAST_ADMIN
  }

  Revoked revoke(Tx tx, UUID id) {
    Instant now = clock.instant();
    // Locked in one order, so that of two that revoke each other's last admin one has to see it.
    List<Record> live =
        tx.dsl()
            .selectFrom(API_TOKEN)
            .where(live(now))
            .orderBy(API_TOKEN.ID)
            .forUpdate()
            .fetch(row -> row);
    Record wanted =
        live.stream().filter(row -> id.equals(row.get(API_TOKEN.ID))).findFirst().orElse(null);
    if (wanted == null) {
      return Revoked.UNKNOWN;
    }
    if (isFullAdmin(wanted) && live.stream().filter(Tokens::isFullAdmin).count() == 1) {
      return Revoked.LAST_ADMIN;
    }
    tx.dsl().update(API_TOKEN).set(API_TOKEN.REVOKED_AT, now).where(API_TOKEN.ID.eq(id)).execute();
    return Revoked.DONE;
  }

  /** Newest first, revoked ones too. */
  Page<Token> list(Tx tx, @Nullable UUID after, int limit) {
    List<Token> found =
        tx.dsl()
            .selectFrom(API_TOKEN)
            .where(after == null ? DSL.noCondition() : API_TOKEN.ID.lt(after))
            .orderBy(API_TOKEN.ID.desc())
            .limit(limit + 1)
            .fetch(Tokens::view);
    return Page.of(found, limit, token -> token.id().toString());
  }

  boolean isEmpty(Tx tx) {
    return !tx.dsl().fetchExists(API_TOKEN);
  }

  /** Makes that text the token of that name, an administrator's, whatever it was before. */
  void set(Tx tx, String name, String text) {
    tx.dsl()
        .insertInto(API_TOKEN)
        .set(API_TOKEN.ID, ids.next().value())
        .set(API_TOKEN.NAME, name)
        .set(API_TOKEN.SHA256, TokenText.sha256(text))
        .set(API_TOKEN.ROLES, Role.ADMIN.text())
        .set(API_TOKEN.CREATED_AT, clock.instant())
        .onConflict(API_TOKEN.NAME)
        .doUpdate()
        .set(API_TOKEN.SHA256, TokenText.sha256(text))
        .setNull(API_TOKEN.REVOKED_AT)
        .execute();
  }

  private Optional<Token> find(Tx tx, UUID id) {
    return tx.dsl().selectFrom(API_TOKEN).where(API_TOKEN.ID.eq(id)).fetchOptional(Tokens::view);
  }

  private static Condition live(Instant now) {
    return API_TOKEN
        .REVOKED_AT
        .isNull()
        .and(API_TOKEN.EXPIRES_AT.isNull().or(API_TOKEN.EXPIRES_AT.gt(now)));
  }

  private static boolean isFullAdmin(Record row) {
    return row.get(API_TOKEN.SOURCES) == null
        && roles(row.get(API_TOKEN.ROLES)).contains(Role.ADMIN);
  }

  private static Set<Role> roles(String text) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    // A role that a newer version wrote grants nothing here.
    words(text).forEach(word -> Role.parse(word).ifPresent(roles::add));
    return roles;
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
  }

  private static Token view(Record row) {
    String sources = row.get(API_TOKEN.SOURCES);
    return new Token(
        row.get(API_TOKEN.ID),
        row.get(API_TOKEN.NAME),
        words(row.get(API_TOKEN.ROLES)),
        sources == null ? null : words(sources),
        row.get(API_TOKEN.CREATED_AT),
        row.get(API_TOKEN.EXPIRES_AT),
        row.get(API_TOKEN.REVOKED_AT),
        row.get(API_TOKEN.LAST_USED_AT));
  }
}
