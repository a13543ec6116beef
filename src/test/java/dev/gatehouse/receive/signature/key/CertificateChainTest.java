package dev.gatehouse.receive.signature.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.DatedCertificates;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CertificateChainTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
  private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(4000));
  private static final Duration YEAR = Duration.ofDays(365);

  private final DatedCertificates.Issued root =
      DatedCertificates.root("Root", LONG_AGO, YEAR.multipliedBy(30));
  private final DatedCertificates.Issued middle =
      DatedCertificates.issued(root, "Middle", LONG_AGO, YEAR.multipliedBy(20), true);
  private final DatedCertificates.Issued leaf =
      DatedCertificates.issued(middle, "leaf.test", NOW.minus(YEAR), YEAR.multipliedBy(2), false);
  private final List<X509Certificate> chain = List.of(leaf.certificate(), middle.certificate());

  @Test
  void aChainCountsUpToARootThatIsTrusted() {
    assertThat(leads(Set.of(root), chain, NOW)).isTrue();
    assertThat(leads(Set.of(root), List.of(chain.get(0), chain.get(1), root.certificate()), NOW))
        .isTrue();
    assertThat(leads(Set.of(), chain, NOW)).isFalse();
    assertThat(leads(Set.of(root), List.of(), NOW)).isFalse();
    assertThat(leads(Set.of(root), List.of(middle.certificate(), leaf.certificate()), NOW))
        .isFalse();
    DatedCertificates.Issued stranger =
        DatedCertificates.root("Root", LONG_AGO, YEAR.multipliedBy(30));
    assertThat(leads(Set.of(stranger), chain, NOW)).as("a root of the same name").isFalse();
  }

  @Test
  void everyCertificateHasToBeInForce() {
    assertThat(leads(Set.of(root), chain, NOW.plus(YEAR.multipliedBy(2)))).isFalse();
    assertThat(leads(Set.of(root), chain, LONG_AGO)).isFalse();
  }

  @Test
  void aRootThatHasRunOutVouchesForNobodyWhateverOtherRootsThereAre() {
    DatedCertificates.Issued old = DatedCertificates.root("Old", LONG_AGO, YEAR);
    DatedCertificates.Issued under =
        DatedCertificates.issued(old, "old.test", NOW.minus(YEAR), YEAR.multipliedBy(2), false);

    assertThat(leads(Set.of(old), List.of(under.certificate()), NOW)).isFalse();
    assertThat(leads(Set.of(old, root), List.of(under.certificate()), NOW)).isFalse();
    assertThat(leads(Set.of(old, root), List.of(under.certificate(), old.certificate()), NOW))
        .isFalse();
  }

  @Test
  void aCertificateOfAHostVouchesForNobody() {
    DatedCertificates.Issued below =
        DatedCertificates.issued(leaf, "below.test", NOW.minus(YEAR), YEAR.multipliedBy(2), false);

    assertThat(
            leads(
                Set.of(root),
                List.of(below.certificate(), leaf.certificate(), middle.certificate()),
                NOW))
        .isFalse();
  }

  private static boolean leads(
      Set<DatedCertificates.Issued> roots, List<X509Certificate> chain, Instant at) {
    return CertificateChain.leadsTo(
        Set.copyOf(roots.stream().map(DatedCertificates.Issued::certificate).toList()), chain, at);
  }
}
