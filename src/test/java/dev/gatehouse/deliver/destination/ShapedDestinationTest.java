package dev.gatehouse.deliver.destination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Form;
import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.NextStep;
import dev.gatehouse.deliver.retry.RetryPolicy;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Headers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ShapedDestinationTest {
  private static final DestinationName NAME = new DestinationName("out");

  @TempDir Path folder;

  private AttemptResult send(Form form, String body) {
    Target target = new Target.Lines(folder.resolve("out").toString());
    Parcel parcel =
        new Parcel(
            Samples.delivery(Samples.event("1", "order.paid", body, Headers.NONE), NAME),
            0,
            1,
            null,
            Instant.now());
    try (Destination to =
        new Destinations().open(DestinationSettings.of(NAME, target).shaped(form, target))) {
      return to.send(parcel);
    }
  }

  @Test
  void whatGoesOutIsTheShapedBody() throws Exception {
    Form form = new Form.Jsonata("{ 'n': a + 1 }", Duration.ofSeconds(5), 100);

    assertThat(send(form, "{\"a\":1}")).isEqualTo(new AttemptResult.Answered(200, null));

    JsonNode line =
        JsonMapper.builder().build().readTree(Files.readAllLines(folder.resolve("out")).getFirst());
    assertThat(line.get("body").asString()).isEqualTo("{\"n\":2}");
    assertThat(line.get("content_type").asString()).isEqualTo("application/json");
  }

  @Test
  void whatCannotBeShapedIsNotSentAndGivenUpAtOnce() {
    Form form = new Form.Jsonata("missing", Duration.ofSeconds(5), 100);

    AttemptResult result = send(form, "{}");

    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(RetryPolicy.DEFAULT.next(1, Instant.EPOCH, result, Instant.EPOCH, new Random(1)))
        .isEqualTo(
            new NextStep.GiveUp(
                ErrorCode.RESHAPE_FAILED, "the program makes nothing of this event"));
  }
}
