package dev.gatehouse.deliver.destination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.KafkaTarget;
import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.retry.AttemptResult.Answered;
import dev.gatehouse.deliver.retry.AttemptResult.NoAnswer;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.Headers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against a real broker. */
@Timeout(180)
class KafkaDestinationTest {
  private static final DestinationName NAME = new DestinationName("stream");
  private static final int PARTITIONS = 3;

  @TempDir static Path folder;
  private static KafkaBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.start(folder);
    broker.topic("orders", PARTITIONS, Map.of());
    broker.topic("small", 1, Map.of("max.message.bytes", "1000"));
    broker.topic("again", PARTITIONS, Map.of());
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static Parcel parcel(String key, String body) {
    return new Parcel(
        Samples.delivery(Samples.event(key, "order.paid", body, Headers.NONE), NAME),
        0,
        1,
        null,
        Instant.now());
  }

  private static KafkaDestination open(String topic) {
    return open(topic, Duration.ofSeconds(20));
  }

  private static KafkaDestination open(String topic, Duration timeout) {
    return new KafkaDestination(
        NAME, new KafkaTarget(List.of(broker.address()), topic, Map.of(), timeout));
  }

  /** Everything a topic holds, partition by partition. */
  private static List<ConsumerRecord<byte[], byte[]>> held(String topic) {
    List<TopicPartition> partitions =
        IntStream.range(0, PARTITIONS).mapToObj(i -> new TopicPartition(topic, i)).toList();
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", broker.address()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long wanted =
          consumer.endOffsets(partitions).values().stream().mapToLong(Long::longValue).sum();
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (records.size() < wanted) {
        consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
      }
      return records;
    }
  }

  private static String header(ConsumerRecord<?, ?> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : text(header.value());
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void eventsOfAnEntityLieInOnePartitionInOrder() {
    List<String> sent = new ArrayList<>();
    try (KafkaDestination kafka = open("orders")) {
      for (int i = 0; i < 30; i++) {
        Parcel parcel = parcel("o" + i % 5, "{\"n\":" + i + "}");
        sent.add(parcel.delivery().id().toString());
        assertThat(kafka.send(parcel)).isEqualTo(new Answered(200, null));
      }
      assertThat(kafka.send(parcel(null, "no entity"))).isEqualTo(new Answered(200, null));
    }
    var held = held("orders");
    assertThat(held).hasSize(31);
    for (int entity = 0; entity < 5; entity++) {
      String key = "order:o" + entity;
      int first = entity;
      var theirs = held.stream().filter(each -> key.equals(text(each.key()))).toList();
      assertThat(theirs)
          .extracting(ConsumerRecord::partition)
          .containsOnly(theirs.get(0).partition());
      assertThat(theirs)
          .extracting(each -> text(each.value()))
          .containsExactlyElementsOf(
              IntStream.range(0, 6).mapToObj(i -> "{\"n\":" + (first + 5 * i) + "}").toList());
    }
    assertThat(held.stream().map(each -> header(each, "idempotency-key"))).containsAll(sent);
    var none = held.stream().filter(each -> each.key() == null).findFirst().orElseThrow();
    assertThat(text(none.value())).isEqualTo("no entity");
    assertThat(header(none, "gatehouse-source")).isEqualTo("erp");
    assertThat(header(none, "gatehouse-event-type")).isEqualTo("order.paid");
    assertThat(header(none, "gatehouse-event-id")).hasSize(36);
    assertThat(header(none, "gatehouse-position")).isNull();
    assertThat(header(none, "gatehouse-attempt")).isEqualTo("1");
    assertThat(header(none, "traceparent")).startsWith("00-");
  }

  @Test
  void whatTheBrokerWillNotTakeIsRefusedForGood() {
    try (KafkaDestination kafka = open("small")) {
      assertThat(kafka.send(parcel("1", "x".repeat(5000)))).isEqualTo(new Answered(413, null));
      assertThat(kafka.send(parcel("1", "x"))).isEqualTo(new Answered(200, null));
    }
  }

  @Test
  void aTopicThatIsNotThereIsATimeout() {
    try (KafkaDestination kafka = open("missing", Duration.ofSeconds(2))) {
      assertThat(kafka.send(parcel("1", "x"))).isEqualTo(new NoAnswer(Trouble.TIMEOUT));
    }
  }

  @Test
  void aBrokerThatWasAwayIsWrittenToAgain() {
    try (KafkaDestination kafka = open("again", Duration.ofSeconds(2))) {
      broker.stop();
      try {
        assertThat(kafka.send(parcel("1", "lost"))).isEqualTo(new NoAnswer(Trouble.TIMEOUT));
      } finally {
        broker.restart();
      }
      Parcel parcel = parcel("1", "kept");
      var result = kafka.send(parcel);
      for (int i = 0; i < 20 && !result.equals(new Answered(200, null)); i++) {
        result = kafka.send(parcel);
      }
      assertThat(result).isEqualTo(new Answered(200, null));
    }
    assertThat(held("again").stream().map(each -> text(each.value()))).contains("kept");
  }
}
