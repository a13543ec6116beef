package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.Hash;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.ParamList;
import dev.gatehouse.receive.signature.Place;
import dev.gatehouse.receive.signature.SignatureFormat;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SpecMistake;
import dev.gatehouse.receive.signature.Template;
import dev.gatehouse.receive.signature.TemplatedHash;
import dev.gatehouse.receive.signature.TemplatedHash.Method;
import dev.gatehouse.receive.signature.TimestampForm;
import dev.gatehouse.receive.signature.TimestampRule;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code scheme: digest}, and {@code hmac} with more than a header and a plain text. */
final class TemplatedBlock {
  private static final String SECRET_LAST = " secret-last";

  private static final Shape LIST =
      Shape.of(
          Key.of("of", Kind.choice(ParamList.Of.class), "which parameters").required(),
          Key.of("names", Kind.text("header:Name"), "the header that names the headers"),
          Key.of("each", Kind.text("a text with {name} and {value}"), "how one is written")
              .byDefault("{name}{value}"),
          Key.of("join", Kind.text("a text"), "what stands between two"),
          Key.of(
              "must",
              Kind.listOf(Kind.text("a header name")),
              "headers that have to be among those named"),
          Key.of("except", Kind.listOf(Kind.text("a name")), "names that do not count"),
          Key.of("sorted", Kind.flag(), "by name and value, else as sent").byDefault(true),
          Key.of("unique", Kind.flag(), "equal pairs count once").byDefault(false),
          Key.of("encoded", Kind.flag(), "percent-encoded").byDefault(false),
          Key.of(
              "style",
              Kind.listOf(Kind.choice(ParamList.Style.class)),
              "filled: those without a value are left out; grouped: values of one name are joined"
                  + " by commas; php: as PHP serialises an array"),
          Key.of("replace", Kind.named(Kind.text("a text")), "what is written for a character"));

  static final Key LISTS =
      Key.of("lists", Kind.named(Kind.keys(LIST)), "what {list:name} in over means");

  /** The keys this adds to those of a plain hmac. */
  static final List<Key> KEYS =
      List.of(
          Key.of(
              "at",
              Kind.anyOf(Kind.text("a place"), Kind.listOf(Kind.text("a place"))),
              "where the signature stands instead of one header; of several one is enough"),
          Key.of("hashes", Kind.named(Kind.text("a hash")), "the allowed hashes by their words"),
          Key.of("hash_from", Kind.text("a place, or config:name"), "what names one of hashes"),
          LISTS,
          Key.of("items", Kind.text("json:/pointer"), "the batch whose items are each signed"));

  private TemplatedBlock() {}

  static Optional<SignatureSpec> read(Section section, HeaderAliases aliases, boolean digest) {
    int before = section.node().mistakes().count();
    List<Place> places = places(section, aliases);
    List<Method> methods = methods(section, digest);
    Map<String, ParamList> lists = lists(section, aliases);
    Optional<HeaderName> id = HmacBlock.headerPath(section.at("id"), aliases);
    List<Template> over = new ArrayList<>();
    for (Node text : section.at("over").itemsOrOne()) {
      Reading.parsed(text, t -> Template.parse(t, id.orElse(null), aliases::name, lists))
          .ifPresent(over::add);
    }
    Optional<KeyForm> key = HmacBlock.key(section);
    TimestampRule timestamp = timestamp(section, methods, aliases);
    List<String> items = null;
    if (section.has("items")) {
      items =
          Reading.parsed(section.at("items"), text -> Place.parse(text, aliases::name))
              .filter(Place.Json.class::isInstance)
              .map(place -> ((Place.Json) place).keys())
              .orElse(null);
    }
    String from = section.at("hash_from").text().orElse("");
    boolean configured = from.startsWith("config:");
    Place fromPlace =
        from.isEmpty() || configured
            ? null
            : Reading.parsed(section.at("hash_from"), text -> Place.parse(text, aliases::name))
                .orElse(null);
    if (section.node().mistakes().count() > before || key.isEmpty()) {
      return Optional.empty();
    }
    List<String> batch = items;
    return Reading.built(
        section.node(),
        () ->
            new TemplatedHash(
                methods,
                fromPlace,
                configured ? from.substring("config:".length()) : null,
                places,
                over,
                key.get(),
                timestamp,
                batch,
                Map.of()));
  }

  static List<Place> places(Section section, HeaderAliases aliases) {
    List<Place> places = new ArrayList<>();
    for (Node header : section.at("header").itemsOrOne()) {
      Reading.parsed(header, text -> Place.parse("header:" + text, aliases::name))
          .ifPresent(places::add);
    }
    for (Node place : section.at("at").itemsOrOne()) {
      Reading.parsed(place, text -> Place.parse(text, aliases::name)).ifPresent(places::add);
    }
    if (places.isEmpty()) {
      section.node().mistakeAt("header", "is missing; expected the header, or the place as at");
    }
    return places;
  }

  /** Each allowed hash with the format it is written in. */
  private static List<Method> methods(Section section, boolean digest) {
    Method.Use use = digest ? Method.Use.PLAIN : Method.Use.HMAC;
    List<Method> methods = new ArrayList<>();
    String format = section.at("format").text().orElse("{hex}");
    if (!section.has("hashes")) {
      section
          .at("hash")
          .choice(Hash.class)
          .flatMap(hash -> method(section, "", hash, use, format))
          .ifPresent(methods::add);
    }
    section
        .at("hashes")
        .entries()
        .forEach(
            (word, node) -> {
              String text = node.text().orElse("");
              boolean last = text.endsWith(SECRET_LAST);
              String name = last ? text.substring(0, text.length() - SECRET_LAST.length()) : text;
              Optional<Hash> hash = Hash.parse(name);
              if (hash.isEmpty()) {
                node.expected("a hash such as sha256");
                return;
              }
              method(
                      section,
                      word,
                      hash.get(),
                      last ? Method.Use.SECRET_LAST : use,
                      format.replace("{method}", word))
                  .ifPresent(methods::add);
            });
    return methods;
  }

  private static Optional<Method> method(
      Section section, String word, Hash hash, Method.Use use, String format) {
    return Reading.built(
        section.at("format"), () -> new Method(word, hash, use, SignatureFormat.parse(format)));
  }

  static @Nullable TimestampRule timestamp(
      Section section, List<Method> methods, HeaderAliases aliases) {
    Optional<TimestampForm> form = section.at("timestamp_format").choice(TimestampForm.class);
    HmacBlock.Tolerance tolerance = HmacBlock.tolerance(section.at("tolerance"));
    if (form.isEmpty() || !tolerance.sound()) {
      return null;
    }
    if (section.has("timestamp")) {
      return Reading.parsed(section.at("timestamp"), text -> Place.parse(text, aliases::name))
          .map(
              place ->
                  place instanceof Place.Header header && header.key() == null
                      ? new TimestampRule(header.name(), form.get(), tolerance.allowed())
                      : new TimestampRule(null, form.get(), tolerance.allowed(), place))
          .orElse(null);
    }
    boolean inFormat =
        !methods.isEmpty() && methods.stream().allMatch(m -> m.format().carriesTimestamp());
    return inFormat ? new TimestampRule(null, form.get(), tolerance.allowed()) : null;
  }

  static Map<String, ParamList> lists(Section section, HeaderAliases aliases) {
    Map<String, ParamList> lists = new LinkedHashMap<>();
    section
        .at("lists")
        .entries()
        .forEach(
            (name, node) -> {
              Section list = node.section(LIST);
              Optional<ParamList.Of> of = list.at("of").choice(ParamList.Of.class);
              Set<String> except = new TreeSet<>();
              list.at("except").items().forEach(each -> each.text().ifPresent(except::add));
              Set<String> must = new TreeSet<>();
              list.at("must").items().forEach(each -> each.text().ifPresent(must::add));
              Map<String, String> replace = new LinkedHashMap<>();
              list.at("replace")
                  .entries()
                  .forEach((from, to) -> to.text().ifPresent(text -> replace.put(from, text)));
              Set<ParamList.Style> style = EnumSet.noneOf(ParamList.Style.class);
              list.at("style")
                  .items()
                  .forEach(each -> each.choice(ParamList.Style.class).ifPresent(style::add));
              of.flatMap(
                      which ->
                          Reading.built(
                              node,
                              () ->
                                  new ParamList(
                                      which,
                                      HmacBlock.headerPath(list.at("names"), aliases).orElse(null),
                                      list.at("each").text().orElse("{name}{value}"),
                                      list.at("join").text().orElse(""),
                                      must,
                                      except,
                                      list.at("sorted").flag().orElse(true),
                                      list.at("unique").flag().orElse(false),
                                      list.at("encoded").flag().orElse(false),
                                      replace,
                                      style)))
                  .ifPresent(read -> lists.put(name, read));
            });
    return lists;
  }

  /** True when the block asks for something that a plain hmac cannot say. */
  static boolean isNeeded(Section section, HeaderAliases aliases) {
    for (Key key : KEYS) {
      if (section.has(key.name())) {
        return true;
      }
    }
    String header = section.at("header").raw().orElse("{n}");
    String timestamp = section.at("timestamp").raw().orElse("header:");
    return header.contains("{n}")
        || section.at("over").isList()
        || section.at("key").raw().orElse("").contains("{")
        || !timestamp.startsWith("header:")
        || timestamp.contains("#")
        || isSlots(section.at("format").raw().orElse(""))
        || !isPlain(section, aliases);
  }

  private static boolean isSlots(String format) {
    try {
      return SignatureFormat.parse(format) instanceof SignatureFormat.Slots;
    } catch (SpecMistake mistake) {
      // Reported where it is read.
      return false;
    }
  }

  private static boolean isPlain(Section section, HeaderAliases aliases) {
    try {
      return Template.parse(
              section.at("over").raw().orElse("{body}"), HeaderName.of("id"), aliases::name)
          .plain();
    } catch (SpecMistake mistake) {
      // Reported where it is read.
      return true;
    }
  }
}
