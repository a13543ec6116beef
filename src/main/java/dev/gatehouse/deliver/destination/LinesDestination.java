package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.InboundEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Appends a line of JSON for each event to a file, or writes it to the standard output.
 *
 * <p>Fields: {@code delivery}, {@code event}, {@code source}, {@code event_id}, {@code type},
 * {@code run}, {@code attempt}, {@code content_type}, and the body as {@code body} where it is
 * UTF-8, else as {@code body_base64}. A line is answered as status 200; after a crash it may come a
 * second time.
 */
final class LinesDestination implements Destination {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String path;
  private final ReentrantLock lock = new ReentrantLock();

  /** Opened with the first line, again after a failure; guarded by {@link #lock}. */
  private @Nullable OutputStream out;

  LinesDestination(Target.Lines target) {
    this.path = target.path();
  }

  @Override
  public AttemptResult send(Parcel parcel) {
    byte[] line = (line(parcel) + "\n").getBytes(StandardCharsets.UTF_8);
    lock.lock();
    try {
      OutputStream to = open();
      to.write(line);
      to.flush();
      return new AttemptResult.Answered(200, null);
    } catch (IOException e) {
      shut();
      return new AttemptResult.NoAnswer(Trouble.WRITE);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      shut();
    } finally {
      lock.unlock();
    }
  }

  private OutputStream open() throws IOException {
    OutputStream open = out;
    if (open == null) {
      open =
          path.equals("-")
              ? System.out
              : Files.newOutputStream(
                  Path.of(path), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      out = open;
    }
    return open;
  }

  private void shut() {
    OutputStream open = out;
    out = null;
    if (open != null && !path.equals("-")) {
      try {
        open.close();
      } catch (IOException e) {
        // Nothing was held back: each line is flushed.
      }
    }
  }

  private static String line(Parcel parcel) {
    InboundEvent event = parcel.delivery().event();
    ObjectNode line = JSON.createObjectNode();
    line.put("delivery", parcel.delivery().id().toString());
    line.put("event", event.id().toString());
    line.put("source", event.source().value());
    line.put("event_id", event.eventId());
    line.put("type", event.type());
    line.put("run", parcel.run());
    line.put("attempt", parcel.number());
    line.put("content_type", event.contentType());
    body(line, event.body().bytes());
    return JSON.writeValueAsString(line);
  }

  private static void body(ObjectNode line, byte[] bytes) {
    try {
      line.put(
          "body", StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      line.put("body_base64", Base64.getEncoder().encodeToString(bytes));
    }
  }
}
