package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.SignedRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All questions of a provider, made ready once; the first whose marks are there counts. */
public final class Handshakes {
  /** The provider asks nothing. */
  public static final Handshakes NONE = new Handshakes(List.of(), Map.of());

  /** No question has a longer body. */
  public static final int MAX_BODY = 64 << 10;

  private static final RawBody EMPTY = new RawBody(new byte[0]);

  private final List<HandshakeRule> rules;
  private final Map<String, String> values;
  private final List<Question> questions;

  private Handshakes(List<HandshakeRule> rules, Map<String, String> values) {
    this.rules = List.copyOf(rules);
    this.values = Map.copyOf(values);
    this.questions = this.rules.stream().map(rule -> new Question(rule, this.values)).toList();
  }

  public static Handshakes of(List<HandshakeRule> rules) {
    return rules.isEmpty() ? NONE : new Handshakes(rules, Map.of());
  }

  public List<HandshakeRule> rules() {
    return rules;
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /** Names of the source's values that answers or proofs use. */
  public Set<String> valueNames() {
    Set<String> names = new LinkedHashSet<>();
    rules.forEach(rule -> names.addAll(rule.values()));
    return names;
  }

  /** True when the provider hands over the secret itself. */
  public boolean handOverSecrets() {
    return rules.stream().anyMatch(rule -> rule.effect() instanceof HandshakeEffect.HandsOver);
  }

  /** True when the provider asks for visits. */
  public boolean askForVisits() {
    return rules.stream().anyMatch(rule -> rule.effect() instanceof HandshakeEffect.Visit);
  }

  /**
   * For one source.
   *
   * @param own its values
   * @param pings whether it answers questions that need its consent
   */
  public Handshakes forSource(Map<String, String> own, boolean pings) {
    List<HandshakeRule> kept = rules.stream().filter(rule -> pings || !rule.optIn()).toList();
    return kept.isEmpty() ? NONE : new Handshakes(kept, own);
  }

  /**
   * Whether the head of a request lets it be a question that needs no signature of deliveries; the
   * body decides.
   */
  public boolean mayComeUnsigned(String method, Headers headers, String url) {
    for (Question question : questions) {
      if (question.comesUnsigned() && question.fitsHead(method, headers, query(url))) {
        return true;
      }
    }
    return false;
  }

  /** Looks at a request whose signature was not checked. */
  public HandshakeOutcome unsigned(SignedRequest request, Holder holder) {
    return outcome(request, holder, true);
  }

  /** Looks at a request whose signature held. */
  public HandshakeOutcome signed(SignedRequest request, Holder holder) {
    return outcome(request, holder, false);
  }

  /**
   * Whether the signed text of a delivery could be a challenge that we have signed for anybody:
   * then its signature proves nothing.
   */
  public boolean mayBeSignedForAnybody(SignedRequest request) {
    for (Question question : questions) {
      if (question.mayHaveSigned(request, query(request.url()))) {
        return true;
      }
    }
    return false;
  }

  private HandshakeOutcome outcome(SignedRequest request, Holder holder, boolean unsigned) {
    String query = query(request.url());
    if (request.body().length() <= MAX_BODY) {
      for (Question question : questions) {
        if (question.comesUnsigned() == unsigned
            && question.fitsHead(request.method(), request.headers(), query)) {
          HandshakeOutcome outcome = question.ask(request, query, holder);
          if (!(outcome instanceof HandshakeOutcome.Other)) {
            return outcome;
          }
        }
      }
    }
    return new HandshakeOutcome.Other();
  }

  static @Nullable String query(String url) {
    int mark = url.indexOf('?');
    return mark < 0 ? null : url.substring(mark + 1);
  }

  static RawBody empty() {
    return EMPTY;
  }

  @Override
  public String toString() {
    return rules.size() + " questions";
  }
}
