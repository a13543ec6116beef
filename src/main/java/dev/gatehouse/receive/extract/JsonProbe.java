package dev.gatehouse.receive.extract;

import dev.gatehouse.event.RawBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks a few texts up in a JSON body, with the same strictness as the extractor. */
public final class JsonProbe {
  private JsonProbe() {}

  /**
   * One answer per path: the text there, or empty when it is no text, stands twice, or the body is
   * not sound JSON.
   */
  public static List<Optional<String>> texts(RawBody body, List<FieldPath.Json> paths) {
    PointerTree tree = new PointerTree(List.copyOf(paths));
    JsonScan.Reading reading = JsonScan.read(tree, body.bytes());
    List<Optional<String>> texts = new ArrayList<>();
    for (FieldPath.Json path : paths) {
      Value value = reading.broken() == null ? tree.value(path, reading.values()) : Value.ABSENT;
      texts.add(
          value instanceof Value.Scalar scalar && !scalar.isNumber()
              ? Optional.of(scalar.text())
              : Optional.empty());
    }
    return texts;
  }
}
