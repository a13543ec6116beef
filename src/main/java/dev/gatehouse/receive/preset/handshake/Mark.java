package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.extract.RequestProbe;
import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.List;

/** One of the signs by which a request shows to be a question; all of a rule's have to be there. */
public sealed interface Mark {
  FieldPath at();

  boolean isIn(RequestProbe.Found found);

  /** A text or a number stands there. */
  record Present(FieldPath at) implements Mark {
    @Override
    public boolean isIn(RequestProbe.Found found) {
      return found.text(at).isPresent();
    }
  }

  /** One of these texts stands there. */
  record Is(FieldPath at, List<String> texts) implements Mark {
    public Is {
      texts = List.copyOf(texts);
    }

    @Override
    public boolean isIn(RequestProbe.Found found) {
      return found.text(at).filter(texts::contains).isPresent();
    }
  }

  /** An array without elements stands there. */
  record EmptyList(FieldPath.Json at) implements Mark {
    @Override
    public boolean isIn(RequestProbe.Found found) {
      return found.isEmptyList(at);
    }
  }

  /** Nothing stands there. */
  record Absent(FieldPath at) implements Mark {
    @Override
    public boolean isIn(RequestProbe.Found found) {
      return found.isAbsent(at);
    }
  }

  /** True when it can be looked for before the body is read. */
  default boolean isInHead() {
    return at() instanceof FieldPath.Header || at() instanceof FieldPath.Query;
  }

  /**
   * Reads {@code query:challenge}, {@code json:/type = url_verification}, {@code query:mode = a |
   * b}, {@code json:/events = []} or {@code no json:/event}.
   */
  static Mark parse(String text) {
    if (text.startsWith("no ")) {
      return new Absent(place(text.substring("no ".length())));
    }
    int equals = text.indexOf(" = ");
    if (equals < 0) {
      return new Present(place(text));
    }
    FieldPath at = place(text.substring(0, equals));
    String right = text.substring(equals + " = ".length()).strip();
    if (right.equals("[]") && at instanceof FieldPath.Json json) {
      return new EmptyList(json);
    }
    List<String> texts = new ArrayList<>();
    for (String each : right.split("\\|", -1)) {
      texts.add(each.strip());
    }
    if (texts.contains("")) {
      throw new SpecMistake("after = stands a text, or several with | between");
    }
    return new Is(at, texts);
  }

  private static FieldPath place(String text) {
    FieldPath path = FieldPath.parse(text.strip());
    if (path instanceof FieldPath.BodyDigest || path instanceof FieldPath.Xml) {
      throw new SpecMistake("a question is not marked by a digest or by XML");
    }
    return path;
  }
}
