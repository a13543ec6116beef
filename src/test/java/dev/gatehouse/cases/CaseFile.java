package dev.gatehouse.cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One case as it is written. */
record CaseFile(String name, JsonNode root) {
  private static final Path FOLDER = Path.of("src/test/resources/cases");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static List<CaseFile> all() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<CaseFile> cases = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        cases.add(
            new CaseFile(file.getFileName().toString(), JSON.readTree(Files.readString(file))));
      }
      return cases;
    }
  }

  String title() {
    return name + ": " + root.path("title").asString();
  }

  JsonNode given() {
    return root.path("given");
  }

  JsonNode source() {
    return given().path("source");
  }

  JsonNode expect() {
    return root.path("expect");
  }

  /** The instant the gateway must believe, where the case names one. */
  Optional<Instant> clock() {
    return given().has("clock")
        ? Optional.of(Instant.parse(given().path("clock").asString()))
        : Optional.empty();
  }

  List<CaseRequest> requests() {
    List<CaseRequest> requests = new ArrayList<>();
    for (JsonNode each : root.path("requests").values()) {
      requests.add(CaseRequest.of(each));
    }
    return requests;
  }

  List<String> secrets() {
    return source().path("secrets").values().stream()
        .map(secret -> secret.path("value").asString())
        .toList();
  }
}
