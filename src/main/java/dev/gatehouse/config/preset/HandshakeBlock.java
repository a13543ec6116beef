package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.preset.handshake.AnswerForm;
import dev.gatehouse.receive.preset.handshake.ChallengeText;
import dev.gatehouse.receive.preset.handshake.HandshakeEffect;
import dev.gatehouse.receive.preset.handshake.HandshakeProof;
import dev.gatehouse.receive.preset.handshake.HandshakeRule;
import dev.gatehouse.receive.preset.handshake.Handshakes;
import dev.gatehouse.receive.preset.handshake.Lookalike;
import dev.gatehouse.receive.preset.handshake.MadeHash;
import dev.gatehouse.receive.preset.handshake.Mark;
import dev.gatehouse.receive.preset.handshake.WeComCipher;
import dev.gatehouse.receive.signature.HostPattern;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The {@code handshake} block: one question of the provider, or a list of them. */
public final class HandshakeBlock {
  private static final List<String> METHODS = List.of("GET", "HEAD", "OPTIONS", "POST");
  private static final Kind METHOD = Kind.choice(METHODS.toArray(String[]::new));
  private static final Kind PLACE =
      Kind.text("header:Name, json:/pointer, form:field or query:name");
  private static final Kind MARK = Kind.text("a place, place = text, json:/list = [], or no place");

  private static final Shape TEXT =
      Shape.of(
          Key.of("min", Kind.whole(1, ChallengeText.LONGEST), "fewest characters").byDefault(1),
          Key.of("max", Kind.whole(1, ChallengeText.LONGEST), "most characters")
              .byDefault(ChallengeText.DEFAULT.max()),
          Key.of(
                  "alphabet",
                  Kind.choice(ChallengeText.Alphabet.class),
                  "text: no control characters; visible: ASCII without blanks; token: letters,"
                      + " digits and -._~+/=; hex: digits and a to f")
              .byDefault("text"));

  private static final Shape CIPHER =
      Shape.of(
          Key.of("at", PLACE, "where the encrypted text stands").required(),
          Key.of("value", Kind.text("a name"), "the source's value with the key").required());

  private static final Shape VISIT =
      Shape.of(
          Key.of("at", PLACE, "where the URL stands").required(),
          Key.of(
                  "hosts",
                  Kind.anyOf(Kind.text("a host"), Kind.listOf(Kind.text("a host"))),
                  "hosts it may be on; * is one label")
              .required());

  /** The keys of one question. */
  static final Shape SHAPE =
      Shape.of(
          Key.of("on", Kind.anyOf(METHOD, Kind.listOf(METHOD)), "the methods it comes with")
              .required(),
          Key.of(
                  "when",
                  Kind.anyOf(MARK, Kind.listOf(MARK)),
                  "the marks of the question; all have to be there")
              .required(),
          Key.of("proof", HandshakeProofBlock.KIND, "what has to be right before it is answered")
              .required(),
          Key.of("text", Kind.keys(TEXT), "bounds of what the answer takes from the request"),
          Key.of("hmac", Kind.keys(HashBlock.HMAC), "what {hash} in the answer is"),
          Key.of("digest", Kind.keys(HashBlock.DIGEST), "what {hash} in the answer is"),
          Key.of("decrypt", Kind.keys(CIPHER), "what {decrypted} in the answer is, as WeCom does"),
          Key.of("answer", Kind.keys(AnswerBlock.SHAPE), "the answer; 200 without it"),
          Key.of("keep_secret", PLACE, "where the secret stands that is handed over"),
          Key.of("show_secret", Kind.flag(), "the operator has to give it back to the provider")
              .byDefault(false),
          Key.of("visit", Kind.keys(VISIT), "a URL the provider wants to have visited"),
          Key.of("opt_in", Kind.flag(), "answered by sources with unsigned_pings: true alone")
              .byDefault(false));

  /** What stands under {@code handshake}. */
  public static final Kind KIND = Kind.anyOf(Kind.keys(SHAPE), Kind.listOf(Kind.keys(SHAPE)));

  private HandshakeBlock() {}

  /** Reads the block; empty with at least one mistake recorded when it cannot be used. */
  public static Optional<Handshakes> read(Node node) {
    int before = node.mistakes().count();
    List<HandshakeRule> rules = new ArrayList<>();
    for (Node each : node.itemsOrOne()) {
      rule(each).ifPresent(rules::add);
    }
    return node.mistakes().count() > before ? Optional.empty() : Optional.of(Handshakes.of(rules));
  }

  private static Optional<HandshakeRule> rule(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    Set<String> methods = new LinkedHashSet<>();
    section.at("on").itemsOrOne().forEach(each -> each.oneOf(METHODS).ifPresent(methods::add));
    List<Mark> marks = new ArrayList<>();
    for (Node mark : section.at("when").itemsOrOne()) {
      Reading.parsed(mark, Mark::parse).ifPresent(marks::add);
    }
    Optional<HandshakeProof> proof =
        section.has("proof") ? HandshakeProofBlock.read(section.at("proof")) : Optional.empty();
    ChallengeText bounds = bounds(section);
    if (section.has("hmac") && section.has("digest")) {
      node.mistakeAt("digest", "is too much; expected hmac or digest");
    }
    MadeHash hash =
        section.has("hmac")
            ? HashBlock.hmac(section.at("hmac")).orElse(null)
            : section.has("digest") ? HashBlock.digest(section.at("digest")).orElse(null) : null;
    Lookalike lookalike =
        section.has("hmac") ? HashBlock.lookalike(section.at("hmac")).orElse(null) : null;
    WeComCipher cipher = section.has("decrypt") ? cipher(section.at("decrypt")) : null;
    Optional<AnswerForm> answer = AnswerBlock.read(section.at("answer"));
    HandshakeEffect effect = effect(section);
    boolean optIn = section.at("opt_in").flag().orElse(false);
    if (node.mistakes().count() > before || proof.isEmpty() || answer.isEmpty()) {
      return Optional.empty();
    }
    return Reading.built(
        node,
        () ->
            new HandshakeRule(
                methods,
                marks,
                proof.get(),
                bounds,
                hash,
                lookalike,
                cipher,
                answer.get(),
                effect,
                optIn));
  }

  private static ChallengeText bounds(Section section) {
    if (!section.has("text")) {
      return ChallengeText.DEFAULT;
    }
    Section text = section.at("text").section(TEXT);
    Optional<Integer> min = text.at("min").integer(1, ChallengeText.LONGEST);
    Optional<Integer> max = text.at("max").integer(1, ChallengeText.LONGEST);
    Optional<ChallengeText.Alphabet> alphabet =
        text.at("alphabet").choice(ChallengeText.Alphabet.class);
    if (min.isEmpty() || max.isEmpty() || alphabet.isEmpty()) {
      return ChallengeText.DEFAULT;
    }
    return Reading.built(
            section.at("text"), () -> new ChallengeText(min.get(), max.get(), alphabet.get()))
        .orElse(ChallengeText.DEFAULT);
  }

  private static @Nullable WeComCipher cipher(Node node) {
    Section section = node.section(CIPHER);
    Optional<FieldPath> at = place(section.at("at"));
    Optional<String> value = section.at("value").text();
    return at.isPresent() && value.isPresent() ? new WeComCipher(at.get(), value.get()) : null;
  }

  private static HandshakeEffect effect(Section section) {
    if (section.has("keep_secret") && section.has("visit")) {
      section.node().mistakeAt("visit", "is too much; expected keep_secret or visit");
    }
    if (section.has("keep_secret")) {
      boolean shown = section.at("show_secret").flag().orElse(false);
      return place(section.at("keep_secret"))
          .<HandshakeEffect>map(at -> new HandshakeEffect.HandsOver(at, shown))
          .orElse(new HandshakeEffect.None());
    }
    if (section.has("visit")) {
      Section visit = section.at("visit").section(VISIT);
      List<String> hosts = new ArrayList<>();
      visit.at("hosts").itemsOrOne().forEach(host -> host.text().ifPresent(hosts::add));
      Optional<FieldPath> at = place(visit.at("at"));
      Optional<HostPattern> pattern = Reading.built(visit.node(), () -> new HostPattern(hosts));
      return at.isPresent() && pattern.isPresent()
          ? new HandshakeEffect.Visit(at.get(), pattern.get())
          : new HandshakeEffect.None();
    }
    return new HandshakeEffect.None();
  }

  /** One place, never {@code digest}. */
  static Optional<FieldPath> place(Node node) {
    Optional<FieldPath> path = Reading.parsed(node, FieldPath::parse);
    if (path.isPresent() && path.get() instanceof FieldPath.BodyDigest) {
      node.expected("header:Name, json:/pointer, form:field or query:name");
    }
    return path.filter(each -> !(each instanceof FieldPath.BodyDigest));
  }
}
