package dev.gatehouse.receive.extract;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A source's rules made ready once, for every request of it; shared by all threads.
 *
 * <p>Call it after verification only. One pass over the body reads everything that is asked for.
 */
public final class Extractor {
  private final EventSpec spec;
  private final List<EntityRule> rules;
  private final Coverage coverage;
  private final PointerTree tree;

  private Extractor(EventSpec spec, List<EntityRule> rules, Coverage coverage) {
    this.spec = spec;
    this.rules = List.copyOf(rules);
    this.coverage = coverage;
    this.tree = new PointerTree(paths().toList());
  }

  /**
   * @param rules of the machines the source feeds, in the order of the file
   * @param coverage of the source's signature
   */
  public static Extractor of(EventSpec spec, List<EntityRule> rules, Coverage coverage) {
    return new Extractor(spec, rules, coverage);
  }

  /**
   * Reads one request.
   *
   * @param query the raw query string without the question mark; null when there is none
   * @return never throws for anything a sender can send
   */
  public Extracted extract(Headers headers, @Nullable String query, RawBody body) {
    BodyReading reading = BodyReading.of(format(headers), tree, body);
    return new FieldReader(new Places(headers, query, body, reading), coverage).read(spec, rules);
  }

  /** The JSON document guards and filters look at, taken out of its form; the bytes as sent. */
  public Optional<RawBody> document(Headers headers, RawBody body) {
    return BodyReading.document(format(headers), body);
  }

  /**
   * The headers that are read, with aliases. They must be kept with the event: a later run reads
   * them again.
   */
  public Set<String> headerNames() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    paths()
        .filter(FieldPath.Header.class::isInstance)
        .forEach(path -> names.addAll(((FieldPath.Header) path).name().all()));
    return names;
  }

  private BodyFormat format(Headers headers) {
    if (spec.bodyFormats().size() == 1) {
      return spec.bodyFormats().getFirst();
    }
    boolean form = headers.first("Content-Type").map(Extractor::isForm).orElse(false);
    return spec.bodyFormats().stream()
        .filter(format -> format.isForm() == form)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isForm(String contentType) {
    int end = contentType.indexOf(';');
    String media = end < 0 ? contentType : contentType.substring(0, end);
    return media.strip().toLowerCase(Locale.ROOT).equals("application/x-www-form-urlencoded");
  }

  private Stream<FieldPath> paths() {
    List<FieldPath> paths = new ArrayList<>();
    paths.addAll(spec.id());
    paths.addAll(spec.type());
    paths.addAll(spec.sequence());
    paths.addAll(spec.occurredAt());
    paths.addAll(spec.version());
    for (EntityRule rule : rules) {
      paths.addAll(rule.entity());
      paths.addAll(rule.sequence());
      paths.addAll(rule.occurredAt());
    }
    return paths.stream();
  }
}
