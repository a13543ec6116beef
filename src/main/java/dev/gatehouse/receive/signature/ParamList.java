package dev.gatehouse.receive.signature;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A text made of many parameters: {@code {list:name}} in a signed text.
 *
 * @param of which parameters
 * @param names the header that names the headers, for {@code HEADERS}
 * @param each how one is written, with {@code {name}} and {@code {value}}
 * @param join what stands between two
 * @param must headers that have to be among those named
 * @param except names that do not count
 * @param sorted by name, then value; else as sent
 * @param unique equal pairs count once
 * @param encoded names and values are percent-encoded (RFC 3986)
 * @param replace characters of values that are written differently
 * @param style what else is done with them
 */
public record ParamList(
    Of of,
    @Nullable HeaderName names,
    String each,
    String join,
    Set<String> must,
    Set<String> except,
    boolean sorted,
    boolean unique,
    boolean encoded,
    Map<String, String> replace,
    Set<Style> style) {
  private static final int MAX_HEADERS = 64;

  /** Where the parameters come from. */
  public enum Of {
    QUERY,
    FORM,
    /** The headers that a header names, in its order. */
    HEADERS
  }

  /** What else there is to say of them. */
  public enum Style {
    /** Those without a value are left out. */
    FILLED,
    /** The values of one name are one, with commas between. */
    GROUPED,
    /**
     * As PHP's {@code serialize} writes an array of texts; {@code each} and {@code join} are idle.
     */
    PHP
  }

  public ParamList {
    style = Set.copyOf(style);
    must = Set.copyOf(must);
    except = Set.copyOf(except);
    replace = Map.copyOf(replace);
    if (!each.contains("{value}")) {
      throw new SpecMistake("a parameter is written like {name}={value}");
    }
    if ((of == Of.HEADERS) != (names != null)) {
      throw new SpecMistake("a list of headers says which header names them: names");
    }
  }

  /** True when the header is always among the parameters. */
  boolean covers(HeaderName header) {
    return of == Of.HEADERS && must.stream().anyMatch(header::matches);
  }

  /** The text; null when the request has no such parameters to read. */
  @Nullable String text(RequestParts parts) {
    List<Params.Param> params =
        switch (of) {
          case QUERY -> parts.query().orElse(null);
          case FORM -> parts.form().orElse(null);
          case HEADERS -> headers(parts);
        };
    if (params == null) {
      return null;
    }
    List<Params.Param> counted =
        new ArrayList<>(params.stream().filter(param -> !except.contains(param.name())).toList());
    if (unique) {
      counted = new ArrayList<>(new TreeSet<>(counted));
    } else if (sorted) {
      counted.sort(null);
    }
    if (style.contains(Style.FILLED)) {
      counted.removeIf(param -> param.value().isEmpty());
    }
    if (style.contains(Style.PHP)) {
      return php(counted);
    }
    List<String> texts = new ArrayList<>();
    if (style.contains(Style.GROUPED)) {
      Map<String, List<String>> byName = new LinkedHashMap<>();
      counted.forEach(
          param ->
              byName.computeIfAbsent(param.name(), name -> new ArrayList<>()).add(value(param)));
      byName.forEach((name, values) -> texts.add(write(name, String.join(",", values))));
    } else {
      counted.forEach(param -> texts.add(write(param.name(), value(param))));
    }
    return String.join(join, texts);
  }

  private @Nullable List<Params.Param> headers(RequestParts parts) {
    if (names == null
        || !(names.read(parts.headers()) instanceof HeaderName.Reading.Single single)) {
      return null;
    }
    List<Params.Param> named = new ArrayList<>();
    String[] all = single.value().split(",", MAX_HEADERS + 1);
    for (String name : all) {
      List<String> values = parts.headers().all(name.strip());
      if (values.size() != 1 || all.length > MAX_HEADERS) {
        return null;
      }
      named.add(new Params.Param(name.strip(), values.getFirst().strip()));
    }
    boolean complete =
        must.stream()
            .allMatch(
                wanted -> named.stream().anyMatch(each -> each.name().equalsIgnoreCase(wanted)));
    return complete ? named : null;
  }

  /** As it is written; encoded where that is asked for. */
  private String value(Params.Param param) {
    String value = param.value();
    for (Map.Entry<String, String> each : replace.entrySet()) {
      value = value.replace(each.getKey(), each.getValue());
    }
    return encoded ? encode(value) : value;
  }

  private String write(String plainName, String value) {
    // Piece by piece: a name that reads {value} must not be filled in again.
    String[] around = each.split("\\{value}", 2);
    String name = encoded ? encode(plainName) : plainName;
    return around[0].replace("{name}", name) + value + (around.length > 1 ? around[1] : "");
  }

  private static String php(List<Params.Param> params) {
    StringBuilder out = new StringBuilder("a:").append(params.size()).append(":{");
    for (Params.Param param : params) {
      phpText(out, param.name());
      phpText(out, param.value());
    }
    return out.append('}').toString();
  }

  private static void phpText(StringBuilder out, String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    out.append("s:").append(bytes).append(":\"").append(text).append("\";");
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
