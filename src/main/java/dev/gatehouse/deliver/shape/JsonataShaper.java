package dev.gatehouse.deliver.shape;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import dev.gatehouse.deliver.Form;
import dev.gatehouse.event.InboundEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs a JSONata program over a JSON body. {@code $event} holds what is known of the event.
 *
 * <p>The language has loops, so a program can run away. The interpreter looks at the clock with
 * every step and stops by itself; inside one step (a pattern that backtracks, say) it cannot, so
 * each run has a thread of its own that is left behind at the limit and keeps its place until it
 * ends. With all places taken, programs are not run.
 */
final class JsonataShaper implements Shaper {
  /** Programs at a time. */
  private static final int PLACES = 16;

  private static final int MAX_DEPTH = 200;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Form.Jsonata form;
  private final Semaphore places = new Semaphore(PLACES);

  JsonataShaper(Form.Jsonata form) {
    this.form = form;
  }

  /** What is wrong with a program; empty when it can be read. */
  static Optional<String> mistakeIn(String program) {
    try {
      var unused = Jsonata.jsonata(program);
      return Optional.empty();
    } catch (JException e) {
      return Optional.of(
          "not a JSONata program (" + e.getError() + " at character " + e.getLocation() + ")");
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.of("not a JSONata program");
    }
  }

  @Override
  public Shaped shape(InboundEvent event) {
    long end = System.nanoTime() + form.limit().toNanos();
    try {
      if (!places.tryAcquire(form.limit().toNanos(), TimeUnit.NANOSECONDS)) {
        return new Shaped.Failed("no room to run the program: others take too long");
      }
      CompletableFuture<Shaped> answer = new CompletableFuture<>();
      Thread thread =
          Thread.ofPlatform()
              .daemon()
              .name("jsonata")
              .start(
                  () -> {
                    try {
                      answer.complete(run(event));
                    } finally {
                      places.release();
                    }
                  });
      return await(answer, thread, end);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Shaped.Failed("interrupted");
    }
  }

  private Shaped await(CompletableFuture<Shaped> answer, Thread thread, long end)
      throws InterruptedException {
    try {
      return answer.get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      thread.interrupt();
      return new Shaped.Failed("the program took longer than " + form.limit().toMillis() + " ms");
    } catch (ExecutionException e) {
      return new Shaped.Failed("the program failed");
    }
  }

  private Shaped run(InboundEvent event) {
    Object body;
    try {
      body = JSON.readValue(event.body().bytes(), Object.class);
    } catch (JacksonException e) {
      return new Shaped.Failed("the body is not JSON, which the program needs");
    }
    try {
      Jsonata program = Jsonata.jsonata(form.program());
      Jsonata.Frame frame = program.createFrame();
      frame.setRuntimeBounds(form.limit().toMillis(), MAX_DEPTH);
      frame.bind("event", about(event));
      Object made = program.evaluate(body, frame);
      return made == null
          ? new Shaped.Failed("the program makes nothing of this event")
          : new Shaped.Made(PlainJson.write(made, form.maxBytes()), "application/json");
    } catch (JException e) {
      return new Shaped.Failed("the program failed (" + code(e.getError()) + ")");
    } catch (PlainJson.Unwritable e) {
      return new Shaped.Failed("what the program makes " + e.why());
    } catch (RuntimeException | StackOverflowError e) {
      return new Shaped.Failed("the program failed");
    }
  }

  /** Of the errors of a program itself the text is its own, and may hold anything. */
  private static String code(@Nullable String error) {
    return error != null && error.matches("[A-Z][0-9]{4}") ? error : "its own error";
  }

  private static Map<String, Object> about(InboundEvent event) {
    Map<String, Object> about = new HashMap<>();
    about.put("id", event.id().toString());
    about.put("source", event.source().value());
    put(about, "event_id", event.eventId());
    put(about, "type", event.type());
    put(about, "machine", event.entity() == null ? null : event.entity().machine());
    put(about, "key", event.entity() == null ? null : event.entity().key());
    put(about, "sequence", event.sequence());
    put(about, "occurred_at", event.occurredAt() == null ? null : event.occurredAt().toString());
    about.put("received_at", event.receivedAt().toString());
    return about;
  }

  private static void put(Map<String, Object> to, String name, @Nullable Object value) {
    if (value != null) {
      to.put(name, value);
    }
  }
}
