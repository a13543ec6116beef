package dev.gatehouse.config.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.StandardWebhooks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecretsTest {
  private static final SourceName SHOP = new SourceName("shop");
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
  private static final Secret OLD = new Secret("whsec_b2xkLXNlY3JldC1vbGQtc2VjcmV0LW9sZA==");
  private static final Secret NEW = new Secret("whsec_bmV3LXNlY3JldC1uZXctc2VjcmV0LW5ldw==");
  private static final Secret NEWER = new Secret("whsec_bmV3ZXItc2VjcmV0LW5ld2VyLXNlY3JldC0=");

  private final TestDatabase db = TestDatabase.fresh();
  private final SecretsKey key = SecretsKey.random();
  private Instant now = NOW;
  private final Map<SourceName, ConfiguredSecrets> file =
      Map.of(
          SHOP,
          new ConfiguredSecrets(
              List.of(new LiveSecret("file", OLD, null)), StandardWebhooks.SPEC, false));
  private final Secrets secrets = new Secrets(key, () -> file, () -> now);
  private final SecretRing ring = new SecretRing(db.database(), key, () -> file);

  @AfterEach
  void close() {
    ring.close();
    db.close();
  }

  private Secrets.Rotated rotate(Secret secret) {
    return db.database()
        .transaction(Pool.ADMIN, tx -> secrets.rotate(tx, SHOP, secret, null, null, "ann"));
  }

  private List<Secret> liveAt(Instant at) {
    return ring.of(SHOP).stream().filter(each -> each.liveAt(at)).map(LiveSecret::secret).toList();
  }

  @Test
  void untilTheFirstChangeTheFileCounts() {
    assertThat(liveAt(NOW)).containsExactly(OLD);
    assertThat(ring.of(SHOP).getFirst().label()).isEqualTo("current:" + SecretFingerprint.of(OLD));
  }

  @Test
  void aRotationLetsThePreviousOneRunUntilItsEndAndNotAnInstantLonger() {
    Secrets.Rotated rotated = rotate(NEW);
    ring.refresh();

    Instant end = NOW.plus(Duration.ofHours(24));
    assertThat(rotated.previousExpiresAt()).isEqualTo(end);
    assertThat(liveAt(NOW)).containsExactly(NEW, OLD);
    assertThat(liveAt(end.minusNanos(1))).containsExactly(NEW, OLD);
    assertThat(liveAt(end)).containsExactly(NEW);
  }

  @Test
  void aSecondRotationTakesANewEndAndTheOldestKeepsItsOwn() {
    rotate(NEW);
    now = NOW.plus(Duration.ofHours(20));
    rotate(NEWER);
    ring.refresh();

    assertThat(liveAt(now)).containsExactly(NEWER, NEW, OLD);
    assertThat(liveAt(NOW.plus(Duration.ofHours(24)))).containsExactly(NEWER, NEW);
    assertThat(liveAt(NOW.plus(Duration.ofHours(44)))).containsExactly(NEWER);
  }

  @Test
  void revokingEndsAtOnceAndTheFileCannotBringItBack() {
    rotate(NEW);
    boolean revoked =
        db.database()
            .transaction(
                Pool.ADMIN, tx -> secrets.revoke(tx, SHOP, SecretFingerprint.of(OLD), null, "ann"));
    ring.refresh();

    assertThat(revoked).isTrue();
    assertThat(liveAt(NOW)).containsExactly(NEW);
  }

  @Test
  void aSecretThatOnlyTheFileKnowsCanBeRevokedToo() {
    db.database()
        .run(
            Pool.ADMIN,
            tx ->
                assertThat(secrets.revoke(tx, SHOP, SecretFingerprint.of(OLD), null, "ann"))
                    .isTrue());
    ring.refresh();

    assertThat(liveAt(NOW)).isEmpty();
    Secrets.Listing listing = db.database().transaction(Pool.ADMIN, tx -> secrets.list(tx, SHOP));
    assertThat(listing.secrets())
        .extracting(SecretInfo::state)
        .containsExactly(SecretState.REVOKED);
  }

  @Test
  void whatIsUnknownCannotBeRevoked() {
    boolean revoked =
        db.database()
            .transaction(
                Pool.ADMIN, tx -> secrets.revoke(tx, SHOP, SecretFingerprint.of(NEW), null, "ann"));

    assertThat(revoked).isFalse();
    assertThat(db.count("secret")).isZero();
  }

  @Test
  void ofRotationsAtOnceOneWinsAndTheOthersAreTold() throws Exception {
    int many = 4;
    CyclicBarrier together = new CyclicBarrier(many);
    List<Future<Boolean>> results = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < many; i++) {
        Secret mine = new Secret("whsec_" + "QUJDREVGR0hJSktMTU5PUFFSU1RVVld" + i);
        results.add(
            threads.submit(
                () ->
                    db.database()
                        .transaction(
                            Pool.ADMIN,
                            tx -> {
                              long seen = secrets.list(tx, SHOP).version();
                              await(together);
                              try {
                                var unused = secrets.rotate(tx, SHOP, mine, null, seen, "ann");
                                return true;
                              } catch (SecretConflict conflict) {
                                return false;
                              }
                            })));
      }
    }
    int won = 0;
    for (Future<Boolean> result : results) {
      won += result.get() ? 1 : 0;
    }
    ring.refresh();

    assertThat(won).isEqualTo(1);
    assertThat(liveAt(NOW)).hasSize(2).contains(OLD);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      int unused = barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anOutdatedVersionIsAConflict() {
    rotate(NEW);

    assertThatThrownBy(
            () ->
                db.database()
                    .run(
                        Pool.ADMIN,
                        tx -> {
                          var unused = secrets.rotate(tx, SHOP, NEWER, null, 0L, "ann");
                        }))
        .isInstanceOf(SecretConflict.class);
  }

  @Test
  void whatMayNotGuardTheSourceIsRefusedWithoutRepeatingIt() {
    for (Secret bad :
        List.of(new Secret(""), new Secret("short"), new Secret("whsec_!!!!!!!!!!!!!!!!"), OLD)) {
      assertThatThrownBy(() -> rotate(bad))
          .isInstanceOf(SecretRefused.class)
          .message()
          .doesNotContain("!!!!");
    }
    assertThat(db.count("secret")).isZero();
  }

  @Test
  void theDatabaseDoesNotHoldAnySecretInTheClear() {
    rotate(NEW);

    String dump = db.query("select s.*, encode(sealed, 'hex') as hex from secret s").toString();
    for (Secret each : List.of(OLD, NEW)) {
      byte[] bytes = each.value().getBytes(StandardCharsets.UTF_8);
      assertThat(dump).doesNotContain(each.value(), HexFormat.of().formatHex(bytes, 6, 20));
    }
  }

  @Test
  void aSealedValueOpensOnlyInItsOwnRowAndUnderItsOwnKey() {
    rotate(NEW);
    db.query("update secret set source = 'other' where created_by = 'ann' returning id");
    db.query("insert into secret_set values ('other', 1, now()) returning version");
    ring.refresh();
    SecretRing stranger = new SecretRing(db.database(), SecretsKey.random(), () -> file);
    stranger.refresh();

    assertThat(ring.holdsUnreadable()).isTrue();
    assertThat(ring.of(new SourceName("other"))).isEmpty();
    assertThat(stranger.holdsUnreadable()).isTrue();
  }

  @Test
  void anotherNodeSeesARevocationWithinTwoSeconds() {
    Database elsewhere = db.anotherNode();
    try (elsewhere;
        SecretRing other = new SecretRing(elsewhere, key, () -> file)) {
      other.start();
      rotate(NEW);
      // Twice the promise: the machine that runs this may be busy with other tests.
      Awaitility.await()
          .atMost(SecretRing.SEEN_WITHIN.multipliedBy(2))
          .until(() -> other.of(SHOP).getFirst().secret().equals(NEW));
    }
  }

  @Test
  void theRingStaysAsItIsWhileNothingChanges() {
    rotate(NEW);
    ring.refresh();
    List<LiveSecret> before = ring.of(SHOP);
    ring.refresh();

    assertThat(ring.of(SHOP)).isSameAs(before);
  }
}
