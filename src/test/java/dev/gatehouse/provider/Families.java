package dev.gatehouse.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All kinds of schemes requests can be computed for: the name of a file of facts, and how. */
final class Families {
  static final Map<String, Formula> ALL = all();

  private Families() {}

  private static Map<String, Formula> all() {
    Map<String, Formula> all = new LinkedHashMap<>();
    all.put("hmac", new HmacFormula());
    all.put("token", new TokenFormula());
    return all;
  }

  /** The providers there are facts for. */
  static Set<String> providers() {
    Set<String> ids = new TreeSet<>();
    ALL.keySet().forEach(family -> Fact.read(family).forEach(fact -> ids.add(fact.provider())));
    return ids;
  }

  static List<Fact> facts(String family) {
    return Fact.read(family);
  }
}
