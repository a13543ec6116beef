package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.KafkaTarget;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.InboundEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes events to a topic: value as received, key {@code machine:key} of the entity, so that all
 * of an entity lie in one partition.
 *
 * <p>An attempt ends well only when every replica in sync has the record ({@code acks=all}); the
 * producer is idempotent, so its own repetitions within an attempt neither double nor reorder. An
 * attempt whose answer was lost may leave the record there twice, with the same {@code
 * idempotency-key}. Half of the time limit is for finding the cluster and room in the buffer, half
 * for writing.
 */
final class KafkaDestination implements Destination {
  /** Of records on their way; one that finds no room fails as a timeout. */
  private static final int BUFFER = 16 * 1024 * 1024;

  private static final int LARGEST_REQUEST = 8 * 1024 * 1024;

  private final DestinationName name;
  private final KafkaTarget target;
  private final ReentrantLock lock = new ReentrantLock();

  /** Made with the first event, again after a failure it cannot go on from; guarded by lock. */
  private @Nullable KafkaProducer<byte[], byte[]> producer;

  /** Guarded by {@link #lock}. */
  private boolean closed;

  KafkaDestination(DestinationName name, KafkaTarget target) {
    this.name = name;
    this.target = target;
  }

  @Override
  public AttemptResult send(Parcel parcel) {
    KafkaProducer<byte[], byte[]> to = null;
    try {
      to = open();
      var unused = to.send(message(parcel)).get(target.timeout().toMillis(), TimeUnit.MILLISECONDS);
      return status(200);
    } catch (ExecutionException e) {
      return failed(e.getCause(), to);
    } catch (KafkaException | IllegalStateException e) {
      return failed(e, to);
    } catch (TimeoutException e) {
      return new AttemptResult.NoAnswer(Trouble.TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new AttemptResult.NoAnswer(Trouble.BROKEN);
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    KafkaProducer<byte[], byte[]> open = producer;
    if (open != null) {
      drop(open);
    }
  }

  private AttemptResult failed(@Nullable Throwable why, @Nullable KafkaProducer<?, ?> from) {
    return switch (why) {
      case org.apache.kafka.common.errors.TimeoutException late ->
          new AttemptResult.NoAnswer(Trouble.TIMEOUT);
      case SslAuthenticationException tls -> new AttemptResult.NoAnswer(Trouble.TLS);
      case AuthenticationException who -> status(401);
      case AuthorizationException may -> status(403);
      case InvalidTopicException topic -> status(403);
      case RecordTooLargeException large -> status(413);
      case InvalidRecordException row -> status(422);
      case PolicyViolationException policy -> status(422);
      case InvalidConfigurationException wrong -> status(403);
      case RetriableException soon -> status(503);
      case null, default -> {
        // Sequence numbers lost, or the like: this producer will not write again.
        if (from == null) {
          yield new AttemptResult.NoAnswer(Trouble.CONNECT);
        }
        drop(from);
        yield new AttemptResult.NoAnswer(Trouble.BROKEN);
      }
    };
  }

  private KafkaProducer<byte[], byte[]> open() {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      KafkaProducer<byte[], byte[]> open = producer;
      if (open == null) {
        open = new KafkaProducer<>(properties());
        producer = open;
      }
      return open;
    } finally {
      lock.unlock();
    }
  }

  /** Breaks off what it has under way. */
  private void drop(KafkaProducer<?, ?> broken) {
    lock.lock();
    try {
      if (producer == broken) {
        producer = null;
      }
    } finally {
      lock.unlock();
    }
    broken.close(Duration.ZERO);
  }

  private ProducerRecord<byte[], byte[]> message(Parcel parcel) {
    InboundEvent event = parcel.delivery().event();
    EntityRef entity = parcel.delivery().entity();
    byte[] value = event.body().bytes();
    ProducerRecord<byte[], byte[]> message =
        entity == null
            ? new ProducerRecord<>(target.topic(), value)
            : new ProducerRecord<>(
                target.topic(), bytes(entity.machine() + ":" + entity.key()), value);
    Headers headers = message.headers();
    add(headers, "idempotency-key", parcel.delivery().id().toString());
    add(headers, "gatehouse-event-id", event.id().toString());
    add(headers, "gatehouse-source", event.source().value());
    add(headers, "gatehouse-event-type", event.type());
    add(headers, "gatehouse-provider-event-id", event.eventId());
    add(headers, "gatehouse-sequence", event.sequence() == null ? null : "" + event.sequence());
    add(
        headers,
        "gatehouse-position",
        entity == null ? null : "" + OutgoingHeaders.position(parcel.delivery().at()));
    add(headers, "gatehouse-attempt", Integer.toString(parcel.number()));
    add(headers, "content-type", event.contentType());
    add(headers, "content-encoding", event.headers().first("Content-Encoding").orElse(null));
    add(
        headers,
        "traceparent",
        OutgoingHeaders.traceparent(event, parcel.delivery().id(), parcel.number()));
    return message;
  }

  private Map<String, Object> properties() {
    int half = (int) (target.timeout().toMillis() / 2);
    Map<String, Object> properties = new HashMap<>();
    target.properties().forEach((key, value) -> properties.put(key, value.value()));
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, target.bootstrap());
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "gatehouse-" + name.value());
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, half);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, half);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, half);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST_REQUEST);
    return properties;
  }

  private static void add(Headers headers, String name, @Nullable String value) {
    if (value != null) {
      headers.add(name, bytes(value));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static AttemptResult status(int status) {
    return new AttemptResult.Answered(status, null);
  }
}
