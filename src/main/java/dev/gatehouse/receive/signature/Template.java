package dev.gatehouse.receive.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The text a signature is made over, as parts in order; {@link TemplateGrammar} reads it from text.
 */
public record Template(List<Part> parts) {
  /** One part of the signed text. */
  public sealed interface Part {
    record Literal(String text) implements Part {}

    record Body() implements Part {}

    record Timestamp() implements Part {}

    record Header(HeaderName name) implements Part {}

    record Method() implements Part {}

    record Url() implements Part {}

    record Path() implements Part {}

    /** Another piece of the URL. */
    record UrlPiece(Piece piece) implements Part {
      /** Which one. */
      public enum Piece {
        URL_WITHOUT_QUERY,
        /** The URL with the port that its scheme means. */
        URL_WITH_PORT,
        PATH_QUERY,
        QUERY
      }
    }

    /** The value at a place. */
    record Value(Place place) implements Part {}

    /** The same, nothing when it is absent. */
    record ValueOrNothing(Place place) implements Part {}

    /** An element of the signature header by its beginning. */
    record Element(String prefix) implements Part {}

    /** The secret itself, for digests. */
    record SecretText() implements Part {}

    /** A value the operator gives the source. */
    record Configured(String name) implements Part {}

    record Listing(ParamList list) implements Part {}

    record Filtered(Part inner, List<Filter> filters) implements Part {
      public Filtered {
        filters = List.copyOf(filters);
      }
    }

    /** Adds nothing; the text cannot be made unless the place holds just that. */
    record Check(Place place, Part expected) implements Part {}

    /** Parts that are taken together. */
    record Group(How how, String joiner, List<Part> parts) implements Part {
      public Group {
        parts = List.copyOf(parts);
      }

      /** What is done with them. */
      public enum How {
        /** Left out when one of them is absent or all are empty. */
        MAYBE,
        /** In the order of their characters. */
        SORTED,
        /** With the joiner between those that are not empty. */
        JOINED
      }
    }
  }

  public Template {
    parts = List.copyOf(parts);
  }

  /** The body as it arrived and nothing else. */
  public static final Template BODY = new Template(List.of(new Part.Body()));

  /**
   * Reads the text form.
   *
   * @param id the header {@code {id}} means; null when there is none
   * @param names gives a header its aliases
   */
  public static Template parse(
      String text, @Nullable HeaderName id, Function<String, HeaderName> names) {
    return parse(text, id, names, Map.of());
  }

  /**
   * Reads the text form.
   *
   * @param lists what {@code {list:name}} means
   */
  public static Template parse(
      String text,
      @Nullable HeaderName id,
      Function<String, HeaderName> names,
      Map<String, ParamList> lists) {
    Template template = new TemplateGrammar(id, names, lists).parse(text);
    if (!template.readsRequest()) {
      throw new SpecMistake("a signature is made over a part of the request, such as {body}");
    }
    return template;
  }

  /** Reads a text that need not have a part of the request in it, such as a URL. */
  public static Template text(String text, Function<String, HeaderName> names) {
    return new TemplateGrammar(null, names, Map.of()).parse(text);
  }

  /** True when a part of the request is in it. */
  boolean readsRequest() {
    return all().anyMatch(Template::ofRequest);
  }

  private static boolean ofRequest(Part part) {
    return !(part instanceof Part.Literal
        || part instanceof Part.SecretText
        || part instanceof Part.Configured
        || part instanceof Part.Check
        || part instanceof Part.Group
        || part instanceof Part.Filtered);
  }

  /** A part and all parts in it. */
  private static Stream<Part> inner(Part part) {
    return switch (part) {
      case Part.Group group ->
          Stream.concat(Stream.of(part), group.parts.stream().flatMap(Template::inner));
      case Part.Filtered filtered -> Stream.concat(Stream.of(part), inner(filtered.inner));
      default -> Stream.of(part);
    };
  }

  /** True when it needs nothing but the request's bytes, headers and URL. */
  public boolean plain() {
    return parts.stream()
        .allMatch(
            part ->
                part instanceof Part.Literal
                    || part instanceof Part.Body
                    || part instanceof Part.Timestamp
                    || part instanceof Part.Header
                    || part instanceof Part.Method
                    || part instanceof Part.Url
                    || part instanceof Part.Path);
  }

  /** Every part, those in groups and under filters too. */
  Stream<Part> all() {
    return parts.stream().flatMap(Template::inner);
  }

  boolean usesBody() {
    return all()
        .anyMatch(
            part ->
                part instanceof Part.Body
                    || part instanceof Part.Listing listing
                        && listing.list().of() == ParamList.Of.FORM
                    || part instanceof Part.Check check
                        && inner(check.expected).anyMatch(Part.Body.class::isInstance));
  }

  boolean usesTimestamp() {
    return all().anyMatch(Part.Timestamp.class::isInstance);
  }

  /** True when a place is read into the text, and not only if it happens to be there. */
  boolean covers(Place place) {
    return parts.stream().anyMatch(part -> part.equals(new Part.Value(place)));
  }

  boolean usesUrl() {
    return all()
        .anyMatch(
            part ->
                part instanceof Part.Url
                    || part instanceof Part.UrlPiece piece
                        && piece.piece() == Part.UrlPiece.Piece.URL_WITH_PORT);
  }

  /** True when the text depends on which URL the provider was told. */
  boolean dependsOnUrl() {
    return usesUrl()
        || all().anyMatch(part -> part instanceof Part.UrlPiece || part instanceof Part.Path);
  }

  List<HeaderName> headers() {
    List<HeaderName> headers = new ArrayList<>();
    all()
        .forEach(
            part -> {
              if (part instanceof Part.Header header) {
                headers.add(header.name());
              }
            });
    return headers;
  }

  /** Names of the values the operator has to give. */
  Set<String> configured() {
    Set<String> names = new TreeSet<>();
    all()
        .flatMap(part -> part instanceof Part.Check check ? inner(check.expected) : Stream.of(part))
        .forEach(
            part -> {
              if (part instanceof Part.Configured configured) {
                names.add(configured.name());
              }
            });
    return names;
  }

  /** With the operator's values in their places. */
  Template with(Map<String, String> values) {
    return new Template(parts.stream().map(part -> filled(part, values)).toList());
  }

  /** Without the checks that wait for a value of the operator's. */
  Template withoutOpenChecks() {
    return new Template(
        parts.stream()
            .filter(
                part ->
                    !(part instanceof Part.Check check
                        && inner(check.expected).anyMatch(Part.Configured.class::isInstance)))
            .toList());
  }

  private static Part filled(Part part, Map<String, String> values) {
    return switch (part) {
      case Part.Configured configured when values.containsKey(configured.name()) ->
          new Part.Literal(values.get(configured.name()));
      case Part.Group group ->
          new Part.Group(
              group.how,
              group.joiner,
              group.parts.stream().map(each -> filled(each, values)).toList());
      case Part.Filtered filtered ->
          new Part.Filtered(filled(filtered.inner, values), filtered.filters);
      case Part.Check check -> new Part.Check(check.place, filled(check.expected, values));
      default -> part;
    };
  }
}
