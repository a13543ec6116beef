package dev.gatehouse.receive.signature;

import dev.gatehouse.event.Headers;
import dev.gatehouse.receive.signature.HeaderName.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one request holds at the places of a rule; each part is parsed when it is first asked for.
 */
final class RequestParts {
  static final int MAX_NUMBERED = 16;

  private final SignedRequest request;
  private @Nullable Optional<List<Params.Param>> query;
  private @Nullable Optional<List<Params.Param>> form;
  private @Nullable Optional<JsonTree> json;

  RequestParts(SignedRequest request) {
    this.request = request;
  }

  SignedRequest request() {
    return request;
  }

  Optional<List<Params.Param>> query() {
    if (query == null) {
      int mark = request.url().indexOf('?');
      query = Params.urlencoded(mark < 0 ? "" : request.url().substring(mark + 1));
    }
    return query;
  }

  /** Empty when the body is no form. */
  Optional<List<Params.Param>> form() {
    if (form == null) {
      form = Params.form(request.body(), request.headers().first("Content-Type").orElse(""));
    }
    return form;
  }

  Optional<JsonTree> json() {
    if (json == null) {
      json = JsonTree.parse(request.body().bytes());
    }
    return json;
  }

  /** The one value at a place. */
  Reading read(Place place, @Nullable JsonTree item) {
    if (place instanceof Place.Header header) {
      Reading reading = header.name().read(request.headers());
      return header.key() == null ? reading : element(reading, header.key());
    }
    List<String> all = all(place, item);
    return switch (all.size()) {
      case 0 -> new Reading.Absent();
      case 1 -> new Reading.Single(all.getFirst());
      default -> new Reading.Repeated();
    };
  }

  /** Every value at a place other than a header. */
  List<String> all(Place place, @Nullable JsonTree item) {
    return switch (place) {
      case Place.Header header ->
          read(place, item) instanceof Reading.Single one ? List.of(one.value()) : List.of();
      case Place.Numbered numbered -> numbered(numbered.before());
      case Place.Query named -> values(query(), named.name());
      case Place.Form field -> inForm(field);
      case Place.Json pointer -> texts(json(), pointer.keys());
      case Place.Xml path -> XmlText.find(request.body().bytes(), path.elements());
      case Place.Item pointer -> texts(Optional.ofNullable(item), pointer.keys());
    };
  }

  /** How many values of any kind stand at a place of the JSON; a list with a hole is no match. */
  int count(Place place) {
    if (!(place instanceof Place.Json pointer)) {
      return 0;
    }
    int star = pointer.keys().lastIndexOf("*");
    return json().map(root -> root.at(pointer.keys().subList(0, star + 1)).size()).orElse(0);
  }

  private List<String> numbered(String before) {
    List<String> values = new ArrayList<>();
    for (int i = 1; i <= MAX_NUMBERED; i++) {
      if (HeaderName.of(before + i).read(request.headers()) instanceof Reading.Single one) {
        values.add(one.value());
      }
    }
    return values;
  }

  private List<String> inForm(Place.Form place) {
    List<String> values = values(form(), place.field());
    if (place.json() == null || values.size() != 1) {
      return values;
    }
    return texts(JsonTree.parse(values.getFirst().getBytes(StandardCharsets.UTF_8)), place.json());
  }

  private static Reading element(Reading reading, String key) {
    if (!(reading instanceof Reading.Single whole)) {
      return reading;
    }
    List<String> found = new ArrayList<>();
    for (String part : whole.value().split("[,;]", SignatureHeader.MAX_ELEMENTS)) {
      String element = part.strip();
      if (element.startsWith(key + "=")) {
        found.add(element.substring(key.length() + 1));
      }
    }
    return switch (found.size()) {
      case 0 -> new Reading.Absent();
      case 1 -> new Reading.Single(found.getFirst());
      default -> new Reading.Repeated();
    };
  }

  private static List<String> values(Optional<List<Params.Param>> params, String name) {
    return params.orElse(List.of()).stream()
        .filter(param -> param.name().equals(name))
        .map(Params.Param::value)
        .toList();
  }

  /** Scalars alone; null counts as absent. */
  private static List<String> texts(Optional<JsonTree> tree, List<String> keys) {
    List<String> texts = new ArrayList<>();
    for (JsonTree each : tree.map(root -> root.at(keys)).orElse(List.of())) {
      if (each instanceof JsonTree.Scalar scalar
          && (scalar.string() || !scalar.text().equals("null"))) {
        texts.add(scalar.text());
      }
    }
    return texts;
  }

  Headers headers() {
    return request.headers();
  }
}
