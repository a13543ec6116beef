package dev.gatehouse.fuzz;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.extract.Extracted;
import dev.gatehouse.receive.extract.Extractor;
import java.util.ArrayList;
import java.util.List;

/** Any body and headers against the places of any preset: fields or a fault, never an exception. */
public final class ExtractorFuzz {
  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "text/xml; charset=utf-8",
          "application/xml; charset=utf-16",
          "application/cloudevents+json",
          "text/plain");
  private static final List<String> CODINGS = List.of("", "gzip", "deflate", "identity", "br");

  private record Target(Extractor extractor, List<String> headers) {}

  private static final List<Target> TARGETS =
      PresetCatalogue.bundled().all().values().stream()
          .map(
              preset -> {
                Extractor extractor =
                    Extractor.of(preset.event(), List.of(), preset.signature().coverage());
                return new Target(extractor, List.copyOf(extractor.headerNames()));
              })
          .toList();

  private ExtractorFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    Chunks chunks = new Chunks(input);
    Target target = TARGETS.get(chunks.number(TARGETS.size()));
    List<Headers.Field> fields = new ArrayList<>();
    int type = chunks.number(TYPES.size() + 1);
    fields.add(
        new Headers.Field("Content-Type", type < TYPES.size() ? TYPES.get(type) : chunks.text()));
    String coding = CODINGS.get(chunks.number(CODINGS.size()));
    if (!coding.isEmpty()) {
      fields.add(new Headers.Field("Content-Encoding", coding));
    }
    target.headers.forEach(name -> fields.add(new Headers.Field(name, chunks.text())));
    Headers headers = new Headers(fields);
    String query = chunks.text();
    RawBody body = new RawBody(chunks.rest());

    Extracted read = target.extractor.extract(headers, query, body);
    target.extractor.view(headers, body);

    if (read.fault() == null && read.eventId().isBlank()) {
      throw new AssertionError("an event without an id and without a fault");
    }
  }
}
