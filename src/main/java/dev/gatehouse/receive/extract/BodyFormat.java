package dev.gatehouse.receive.extract;

import dev.gatehouse.event.Headers;
import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a body is: {@code json}, {@code xml}, {@code form} (urlencoded), {@code multipart}, {@code
 * text}, {@code cloudevents}, {@code jwt}, {@code none}; or a document in a field of a form, {@code
 * form:payload}, {@code multipart:json}, {@code form:bt_payload base64 xml}.
 */
public sealed interface BodyFormat {
  record Json() implements BodyFormat {}

  record Xml() implements BodyFormat {}

  record Form() implements BodyFormat {}

  record Multipart() implements BodyFormat {}

  /** UTF-8 text; nothing is read from it. */
  record Text() implements BodyFormat {}

  /**
   * A CloudEvent (CloudEvents 1.0, HTTP binding): all of it JSON, or attributes in headers and data
   * in the body.
   */
  record CloudEvents() implements BodyFormat {}

  /** A compact signed token: what it holds is the document. */
  record Jwt() implements BodyFormat {}

  /**
   * A form with a document in one field, as GitHub and Slack send.
   *
   * @param multipart false when it is urlencoded
   * @param base64 whether the field holds base64 of the document
   * @param xml false when the document is JSON
   */
  record Wrapped(boolean multipart, String field, boolean base64, boolean xml)
      implements BodyFormat {}

  /** Opaque bytes: nothing is read from them, nothing can be wrong with them. */
  record None() implements BodyFormat {}

  /** Reads one format. */
  static BodyFormat parse(String text) {
    return switch (text) {
      case "json" -> new Json();
      case "xml" -> new Xml();
      case "form" -> new Form();
      case "multipart" -> new Multipart();
      case "text" -> new Text();
      case "cloudevents" -> new CloudEvents();
      case "jwt" -> new Jwt();
      case "none" -> new None();
      default -> wrapped(text);
    };
  }

  private static Wrapped wrapped(String text) {
    List<String> words = new ArrayList<>(List.of(text.split(" +", -1)));
    String first = words.removeFirst();
    int colon = first.indexOf(':');
    String carrier = colon < 0 ? first : first.substring(0, colon);
    boolean base64 = words.remove("base64");
    boolean xml = words.remove("xml");
    boolean known = carrier.equals("form") || carrier.equals("multipart");
    if (!known || colon < 0 || colon == first.length() - 1 || !words.isEmpty()) {
      throw new SpecMistake(
          "a body is json, xml, form, multipart, text, cloudevents, jwt, none, form:field or"
              + " multipart:field; after a field may stand base64 and xml");
    }
    return new Wrapped(carrier.equals("multipart"), first.substring(colon + 1), base64, xml);
  }

  /**
   * Reads one format, or several for a provider that sends different ones, {@code json |
   * form:payload | xml}: which one counts follows from the content type.
   */
  static List<BodyFormat> parseAll(String text) {
    List<BodyFormat> formats = new ArrayList<>();
    Set<Media> media = EnumSet.noneOf(Media.class);
    for (String each : text.split("\\|", -1)) {
      BodyFormat format = parse(each.strip());
      if (!media.add(format.media())) {
        throw new SpecMistake(
            "several body formats differ in their content type: form, multipart, xml and one"
                + " other");
      }
      formats.add(format);
    }
    return List.copyOf(formats);
  }

  /**
   * The one of them that a request has: by its content type, else the one that is neither a form
   * nor XML, else the first.
   */
  static BodyFormat of(List<BodyFormat> formats, Headers headers) {
    if (formats.size() == 1) {
      return formats.getFirst();
    }
    Media media = headers.first("Content-Type").map(Media::of).orElse(Media.OTHER);
    BodyFormat other = null;
    for (BodyFormat format : formats) {
      if (format.media() == media) {
        return format;
      }
      other = format.media() == Media.OTHER ? format : other;
    }
    return other == null ? formats.getFirst() : other;
  }

  /** Kinds of content types that are told apart. */
  enum Media {
    FORM,
    MULTIPART,
    XML,
    OTHER;

    static Media of(String contentType) {
      String type = MediaType.of(contentType);
      if (type.equals("application/x-www-form-urlencoded")) {
        return FORM;
      }
      if (type.startsWith("multipart/")) {
        return MULTIPART;
      }
      return MediaType.isXml(type) ? XML : OTHER;
    }
  }

  private Media media() {
    return switch (this) {
      case Form form -> Media.FORM;
      case Multipart multipart -> Media.MULTIPART;
      case Wrapped wrapped -> wrapped.multipart() ? Media.MULTIPART : Media.FORM;
      case Xml xml -> Media.XML;
      default -> Media.OTHER;
    };
  }

  /** True when the bytes are {@code application/x-www-form-urlencoded}. */
  default boolean isForm() {
    return media() == Media.FORM;
  }

  /** True when the bytes are {@code multipart/form-data}. */
  default boolean isMultipart() {
    return media() == Media.MULTIPART;
  }

  /** True when a JSON document is in it. */
  default boolean holdsJson() {
    return switch (this) {
      case Json json -> true;
      case CloudEvents event -> true;
      case Jwt jwt -> true;
      case Wrapped wrapped -> !wrapped.xml();
      default -> false;
    };
  }

  /** True when an XML document is in it. */
  default boolean holdsXml() {
    return this instanceof Xml || this instanceof Wrapped wrapped && wrapped.xml();
  }
}
