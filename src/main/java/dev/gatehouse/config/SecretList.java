package dev.gatehouse.config;

import dev.gatehouse.config.secrets.SecretRules;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Secrets as the file holds them: a text, or {@code { value, expires_at }}. */
final class SecretList {
  private static final Shape WITH_END =
      Shape.of(
          Key.of("value", Kind.text("a secret"), "the secret, best as a reference")
              .required()
              .hidden(),
          Key.of("expires_at", Kind.instant(), "the first instant it does not count any more"));

  static final Kind ONE = Kind.anyOf(Kind.text("a secret"), Kind.keys(WITH_END));

  /** {@code whsec_} and base64, or the key itself. */
  private static final KeyForm OUTGOING =
      new KeyForm(KeyForm.Kind.BASE64_ONLY_AFTER_PREFIX, "whsec_");

  private SecretList() {}

  /**
   * Reads a list, or one secret in its place.
   *
   * @param check says what is wrong with one; its words hold nothing of it
   * @param notes says what becomes of the placeholders of the example
   */
  static List<LiveSecret> read(Node node, Function<Secret, Optional<String>> check, Notes notes) {
    List<LiveSecret> secrets = new ArrayList<>();
    for (Node each : node.itemsOrOne()) {
      if (each.isAbsent()) {
        each.mistake("expected a secret, found nothing");
        continue;
      }
      one(each, check)
          .ifPresent(
              secret -> {
                if (secrets.stream().anyMatch(other -> other.secret().equals(secret.secret()))) {
                  each.mistake("this secret stands in the list already");
                } else {
                  notes.placeholder(each, secret.secret());
                  secrets.add(secret);
                }
              });
    }
    return secrets;
  }

  private static Optional<LiveSecret> one(Node node, Function<Secret, Optional<String>> check) {
    Node value = node;
    Instant end = null;
    if (node.isMap()) {
      int before = node.mistakes().count();
      Section section = node.section(WITH_END);
      value = section.at("value");
      end = section.at("expires_at").instant().orElse(null);
      if (node.mistakes().count() > before) {
        return Optional.empty();
      }
    }
    Optional<Secret> secret = value.secret().map(Secret::new);
    Optional<String> mistake = secret.flatMap(check);
    if (mistake.isPresent()) {
      value.mistake(mistake.get());
      return Optional.empty();
    }
    String label = end == null ? "current" : "previous";
    Instant until = end;
    return secret.map(found -> new LiveSecret(label, found, until));
  }

  /** What is wrong with a secret that signs what we send. */
  static Optional<String> outgoing(Secret secret) {
    if (secret.value().length() < SecretRules.MIN_CHARACTERS) {
      return Optional.of("a secret is at least " + SecretRules.MIN_CHARACTERS + " characters");
    }
    Optional<String> mistake = SecretRules.mistakeIn(secret, true);
    return mistake.isPresent() ? mistake : OUTGOING.mistakeIn(secret);
  }
}
