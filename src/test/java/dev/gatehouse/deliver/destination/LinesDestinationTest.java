package dev.gatehouse.deliver.destination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.retry.AttemptResult.Answered;
import dev.gatehouse.deliver.retry.AttemptResult.NoAnswer;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.Headers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LinesDestinationTest {
  private static Parcel parcel(String body) {
    return new Parcel(
        Samples.delivery(
            Samples.event("1", "order.paid", body, Headers.NONE), new DestinationName("file")),
        0,
        1,
        null,
        Instant.now());
  }

  @Test
  void eachEventIsALineThatCanBeReadBack(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("out.jsonl");
    Parcel first = parcel("{\"a\":\n1}");
    try (LinesDestination lines = new LinesDestination(new Target.Lines(file.toString()))) {
      assertThat(lines.send(first)).isEqualTo(new Answered(200, null));
      assertThat(lines.send(parcel("second"))).isEqualTo(new Answered(200, null));
    }
    assertThat(Files.readAllLines(file)).hasSize(2);
    JsonNode line = JsonMapper.builder().build().readTree(Files.readAllLines(file).getFirst());
    assertThat(line.get("body").asString()).isEqualTo("{\"a\":\n1}");
    assertThat(line.get("delivery").asString()).isEqualTo(first.delivery().id().toString());
    assertThat(line.get("type").asString()).isEqualTo("order.paid");
    assertThat(line.get("attempt").asInt()).isEqualTo(1);
  }

  @Test
  void aFileThatCannotBeWrittenIsAFailureThatMayHeal(@TempDir Path folder) throws Exception {
    Path missing = folder.resolve("not-there");
    try (LinesDestination lines =
        new LinesDestination(new Target.Lines(missing.resolve("out").toString()))) {
      assertThat(lines.send(parcel("x"))).isEqualTo(new NoAnswer(Trouble.WRITE));
      Files.createDirectory(missing);
      assertThat(lines.send(parcel("x"))).isEqualTo(new Answered(200, null));
    }
  }
}
