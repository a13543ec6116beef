package dev.gatehouse.app.demo;

import dev.gatehouse.config.Settings;
import dev.gatehouse.config.SettingsFile;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Signer;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Starts a gateway and a receiver, plays the providers, and looks at what became of everything. */
public final class Demo implements AutoCloseable {
  private static final Duration SETTLE_WITHIN = Duration.ofSeconds(60);

  private static final int LOAD_AT_ONCE = 8;

  private final Stage stage;
  private final DemoClient client;
  private final Settings settings;
  private final PrintStream out;

  private Demo(Stage stage, PrintStream out) throws IOException {
    this.stage = stage;
    this.out = out;
    this.client =
        new DemoClient(stage.gateway().port(), stage.gateway().adminPort(), stage.token());
    this.settings =
        switch (SettingsFile.load(
            stage.config(), name -> name == null ? null : stage.environment().get(name), false)) {
          case SettingsFile.Loaded.Good good -> good.settings();
          case SettingsFile.Loaded.Bad bad ->
              throw new IllegalStateException(bad.mistakes().toString());
        };
  }

  /**
   * @param freePorts take whatever ports are free, not 8080 and 8081
   */
  public static Demo start(Host host, PrintStream out, boolean freePorts) throws IOException {
    out.println("Starting a gateway with an embedded PostgreSQL in a temporary folder ...");
    Stage stage = Stage.set(host, freePorts);
    out.printf(
        "It takes webhooks on http://127.0.0.1:%d/in/{source}; its admin API is on"
            + " http://127.0.0.1:%d/api/v1.%n%n",
        stage.gateway().port(), stage.gateway().adminPort());
    try {
      return new Demo(stage, out);
    } catch (IOException | RuntimeException e) {
      stage.close();
      throw e;
    }
  }

  /** Sends everything, waits until it is worked, prints it; true when all is as it must be. */
  public boolean run() throws IOException, InterruptedException {
    Instant now = Instant.now();
    List<DemoRequest> requests = new DemoTraffic(now).requests();
    List<List<DemoClient.Answer>> answers = new ArrayList<>();
    for (DemoRequest request : requests) {
      answers.add(send(request, now));
    }
    JsonNode stats = settle();
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      results.add(lookUp(requests.get(i), answers.get(i)));
    }
    Report.print(out, results, stats);
    return results.stream().allMatch(Result::asItMust) && Report.booksBalance(stats);
  }

  /** Posts orders to the source {@code erp}, some at a time and each twice, for that long. */
  public void load(Duration lasting) {
    long end = System.nanoTime() + lasting.toNanos();
    AtomicInteger number = new AtomicInteger();
    try (ExecutorService senders = Executors.newFixedThreadPool(LOAD_AT_ONCE)) {
      for (int i = 0; i < LOAD_AT_ONCE; i++) {
        senders.execute(
            () -> {
              while (System.nanoTime() < end) {
                send(DemoTraffic.order(number.incrementAndGet()).atOnce(2), Instant.now());
              }
            });
      }
    }
  }

  /** What a person may do next. */
  public void sayHowToGoOn() {
    out.printf(
        """

        It stays up until you press Ctrl-C. In another terminal:

          export GATEHOUSE_URL=http://127.0.0.1:%d GATEHOUSE_TOKEN=$(cat %s)
          ./gatehouse events
          ./gatehouse dead-letters
          ./gatehouse entities show order 1001
          ./gatehouse doctor
        """,
        stage.gateway().adminPort(), stage.tokenFile());
    out.flush();
  }

  @Override
  public void close() {
    client.close();
    stage.close();
  }

  private List<DemoClient.Answer> send(DemoRequest request, Instant now) {
    SourceName source = new SourceName(request.source());
    var config = settings.sources().get(source);
    if (config == null) {
      throw new IllegalStateException("the demonstration has no source " + source);
    }
    Secret secret = new Secret(stage.secrets().get(request.secret()));
    Headers signature =
        Signer.of(config.signature())
            .sign(
                new SignedRequest(
                    "POST", client.url(request.source()), request.headers(), request.body()),
                List.of(secret),
                now.minus(request.signedAgo()));
    List<Headers.Field> fields = new ArrayList<>(request.headers().fields());
    fields.addAll(signature.fields());
    return client.post(request.source(), new Headers(fields), request.body(), request.copies());
  }

  /** Waits until nothing is pending any more. */
  private JsonNode settle() throws IOException, InterruptedException {
    long end = System.nanoTime() + SETTLE_WITHIN.toNanos();
    JsonNode stats = client.get("/stats");
    while (stats.path("pending").asLong(1) > 0 && System.nanoTime() < end) {
      Thread.sleep(Duration.ofMillis(100));
      stats = client.get("/stats");
    }
    return stats;
  }

  private Result lookUp(DemoRequest request, List<DemoClient.Answer> answers)
      throws IOException, InterruptedException {
    Optional<String> id =
        answers.stream()
            .filter(answer -> answer.word().equals("accepted"))
            .map(answer -> answer.body().path("event").asString(""))
            .findFirst();
    @Nullable JsonNode event = id.isPresent() ? client.get("/events/" + id.get()) : null;
    Optional<String> code = Optional.empty();
    if (event != null && !event.path("dead_letters").isEmpty()) {
      JsonNode dead =
          client.get("/dead-letters/" + event.path("dead_letters").path(0).asString(""));
      code = Optional.of(dead.path("code").asString("?"));
    }
    return Result.of(request, answers, event, code);
  }
}
