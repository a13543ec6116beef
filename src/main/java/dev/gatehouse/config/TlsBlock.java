package dev.gatehouse.config;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.deliver.Pem;
import dev.gatehouse.deliver.Tls;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code tls} of a destination: its authorities, our certificate and key, all in PEM. */
final class TlsBlock {
  static final Shape SHAPE =
      Shape.of(
          Key.of(
                  "ca",
                  Kind.text("certificates in PEM"),
                  "who may have signed the receiver's certificate, instead of the JDK's list; best"
                      + " ${file:PATH}")
              .hidden(),
          Key.of(
                  "certificate",
                  Kind.text("certificates in PEM"),
                  "what we show of ourselves, our own first; best ${file:PATH}")
              .hidden(),
          Key.of("key", Kind.text("a private key in PEM"), "of that certificate; best ${file:PATH}")
              .hidden());

  private TlsBlock() {}

  static Optional<Tls> read(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    if (section.has("certificate") != section.has("key")) {
      section.node().mistake("certificate and key go together");
    }
    List<X509Certificate> authorities = pem(section, "ca", Pem::certificates).orElse(List.of());
    Optional<List<X509Certificate>> chain = pem(section, "certificate", Pem::certificates);
    Optional<PrivateKey> key = pem(section, "key", Pem::privateKey);
    return Building.built(node, before, () -> new Tls(authorities, identity(chain, key)));
  }

  private static Tls.@Nullable Identity identity(
      Optional<List<X509Certificate>> chain, Optional<PrivateKey> key) {
    return chain.isPresent() && key.isPresent() ? new Tls.Identity(chain.get(), key.get()) : null;
  }

  private static <T> Optional<T> pem(Section section, String key, Function<String, T> reading) {
    Node place = section.at(key);
    return place
        .secret()
        .flatMap(
            text -> {
              try {
                return Optional.of(reading.apply(text));
              } catch (IllegalArgumentException unreadable) {
                place.mistake(String.valueOf(unreadable.getMessage()));
                return Optional.empty();
              }
            });
  }
}
