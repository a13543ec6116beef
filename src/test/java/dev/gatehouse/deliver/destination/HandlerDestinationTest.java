package dev.gatehouse.deliver.destination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.HandlerTarget;
import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.handler.EventHandler;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.AttemptResult.Answered;
import dev.gatehouse.deliver.retry.AttemptResult.NoAnswer;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.Headers;
import dev.gatehouse.receive.signature.Secret;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Handlers are compiled and packed here, the first of them as it stands in the documentation. */
@Timeout(60)
class HandlerDestinationTest {
  private static final DestinationName NAME = new DestinationName("notes");

  /** Does what the event's type asks for. */
  private static final String MOODY =
      """
      import dev.gatehouse.deliver.handler.*;

      public final class Moody implements EventHandler {
        public String name() {
          return "moody";
        }

        public void handle(HandledEvent event) throws Exception {
          switch (event.type()) {
            case "never" -> throw HandlerRefused.never();
            case "later" -> throw HandlerRefused.later(java.time.Duration.ofMillis(1500));
            case "pause" -> throw HandlerRefused.pause();
            case "throw" -> throw new IllegalStateException("secret text");
            case "error" -> throw new StackOverflowError();
            case "sleep" -> Thread.sleep(60_000);
            case "deaf" -> {
              while (true) {
                try {
                  Thread.sleep(60_000);
                } catch (InterruptedException e) {
                  // Goes on.
                }
              }
            }
            case "peep" -> Class.forName("dev.gatehouse.db.Database");
            case "libraries" -> Class.forName("com.zaxxer.hikari.HikariDataSource");
            default -> {}
          }
        }
      }
      """;

  @TempDir Path folder;

  private static Parcel parcel(String type) {
    return new Parcel(
        Samples.delivery(Samples.event("1", type, "{}", Headers.NONE), NAME),
        0,
        1,
        null,
        Instant.now());
  }

  private HandlerDestination handler(String name, Duration timeout, int places) {
    return new HandlerDestination(
        NAME,
        new HandlerTarget(
            folder.toString(),
            name,
            Map.of("file", new Secret(folder.resolve("notes.txt").toString())),
            timeout),
        places);
  }

  /** Compiles a class and packs it into a jar of the folder, with its line for the loader. */
  private void pack(String className, String source) throws Exception {
    Path work = Files.createDirectories(folder.resolve("work-" + className));
    Path file = Files.writeString(work.resolve(className + ".java"), source);
    Path ours =
        Path.of(EventHandler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    OutputStream.nullOutputStream(),
                    null,
                    "-cp",
                    ours.toString(),
                    file.toString()))
        .isZero();
    try (JarOutputStream jar =
            new JarOutputStream(Files.newOutputStream(folder.resolve(className + ".jar")));
        Stream<Path> classes = Files.list(work)) {
      for (Path each : classes.filter(f -> f.toString().endsWith(".class")).toList()) {
        jar.putNextEntry(new JarEntry(each.getFileName().toString()));
        jar.write(Files.readAllBytes(each));
      }
      jar.putNextEntry(new JarEntry("META-INF/services/" + EventHandler.class.getName()));
      jar.write(className.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void theHandlerOfTheDocumentationTakesEvents() throws Exception {
    pack("Notebook", DestinationsPage.examples("java").getFirst());
    Parcel parcel = parcel("order.paid");
    try (HandlerDestination handler = handler("notebook", Duration.ofSeconds(10), 2)) {
      assertThat(handler.send(parcel)).isEqualTo(new Answered(200, null));
    }
    assertThat(folder.resolve("notes.txt")).hasContent(parcel.delivery().id() + " order.paid");
  }

  @Test
  void whatAHandlerThrowsSaysWhatFollows() throws Exception {
    pack("Moody", MOODY);
    try (HandlerDestination handler = handler("moody", Duration.ofSeconds(10), 2)) {
      assertThat(result(handler, "fine")).isEqualTo(new Answered(200, null));
      assertThat(result(handler, "never")).isEqualTo(new Answered(422, null));
      assertThat(result(handler, "later")).isEqualTo(new Answered(503, "2"));
      assertThat(result(handler, "pause")).isEqualTo(new Answered(403, null));
      assertThat(result(handler, "throw")).isEqualTo(new Answered(500, null));
      assertThat(result(handler, "error")).isEqualTo(new Answered(500, null));
    }
  }

  @Test
  void aHandlerSeesNeitherTheGatewayNorItsLibraries() throws Exception {
    pack("Moody", MOODY);
    try (HandlerDestination handler = handler("moody", Duration.ofSeconds(10), 2)) {
      assertThat(result(handler, "peep")).isEqualTo(new Answered(500, null));
      assertThat(result(handler, "libraries")).isEqualTo(new Answered(500, null));
    }
  }

  @Test
  void aHandlerThatTakesTooLongIsInterruptedAndGivesItsPlaceBack() throws Exception {
    pack("Moody", MOODY);
    try (HandlerDestination handler = handler("moody", Duration.ofSeconds(2), 1)) {
      assertThat(result(handler, "sleep")).isEqualTo(new NoAnswer(Trouble.TIMEOUT));
      assertThat(result(handler, "fine")).isEqualTo(new Answered(200, null));
    }
  }

  @Test
  void aHandlerThatHeedsNoInterruptionIsNotCalledOverItsPlaces() throws Exception {
    pack("Moody", MOODY);
    try (HandlerDestination handler = handler("moody", Duration.ofMillis(500), 1)) {
      assertThat(result(handler, "deaf")).isEqualTo(new NoAnswer(Trouble.TIMEOUT));
      assertThat(result(handler, "fine")).isEqualTo(new NoAnswer(Trouble.TIMEOUT));
    }
  }

  @Test
  void aHandlerThatIsNotThereIsForAPersonToMendAndIsFoundOnceItIs() throws Exception {
    try (HandlerDestination handler = handler("moody", Duration.ofSeconds(10), 1)) {
      assertThat(result(handler, "fine")).isEqualTo(new Answered(403, null));
      pack("Moody", MOODY);
      assertThat(result(handler, "fine")).isEqualTo(new Answered(200, null));
    }
  }

  private static AttemptResult result(HandlerDestination handler, String type) {
    return handler.send(parcel(type));
  }
}
