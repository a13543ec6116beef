package dev.gatehouse.cases;

import dev.gatehouse.support.AdminApi;
import dev.gatehouse.support.Facts;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sends the requests of a case in their order, takes its steps, and keeps what came back. */
final class CaseRun {
  private final CaseFile file;
  private final GatewayUnderTest gateway;
  private final Facts facts;
  private final @Nullable Sink sink;
  private final List<CaseRequest> requests;
  private final Map<Integer, Sent> sent = new TreeMap<>();
  private final List<List<AdminApi.Answer>> replays = new ArrayList<>();

  CaseRun(CaseFile file, GatewayUnderTest gateway, @Nullable Sink sink) {
    this.file = file;
    this.gateway = gateway;
    this.facts = new Facts(gateway.database()::query);
    this.sink = sink;
    this.requests = file.requests();
  }

  CaseFile file() {
    return file;
  }

  GatewayUnderTest gateway() {
    return gateway;
  }

  Facts facts() {
    return facts;
  }

  /** The destination of the case; only for cases that have one. */
  Sink sink() {
    if (sink == null) {
      throw new AssertionError("the case names no destination");
    }
    return sink;
  }

  Optional<Sink> sinkIfAny() {
    return Optional.ofNullable(sink);
  }

  List<Sent> sent() {
    return List.copyOf(sent.values());
  }

  /** The answers of each replay step, in order. */
  List<List<AdminApi.Answer>> replays() {
    return replays;
  }

  void play() throws Exception {
    JsonNode sequence = file.given().path("sequence");
    if (sequence.isMissingNode()) {
      for (int i = 0; i < requests.size(); i++) {
        send(i);
        if (file.source().has("order")) {
          // Late means after the newer one was worked: within one batch they may be put right.
          settle();
        }
      }
    }
    for (JsonNode step : sequence.values()) {
      switch (step.path("do").asString()) {
        case "request" -> send(step.path("index").asInt());
        case "settle" -> settle();
        case "until" -> until(step.path("fact").asString());
        case "replay" -> replay(step.path("times").asInt(1));
        default -> throw new AssertionError("a step the player does not know: " + step);
      }
    }
    settle();
  }

  /**
   * Waits for the work to be done. Not where the clock is set: leases and sweeps go by the
   * database's clock, so a gateway that believes in another year works, but at leisure.
   */
  void settle() {
    if (file.clock().isEmpty()) {
      facts.settle();
    }
  }

  private void until(String fact) {
    if (!fact.equals("dead_lettered")) {
      throw new AssertionError("a fact the player does not know: " + fact);
    }
    Awaitility.await(fact).atMost(Duration.ofSeconds(20)).until(() -> facts.openDeadLetters() > 0);
  }

  private void send(int index) throws Exception {
    CaseRequest request = requests.get(index);
    long before = facts.events();
    List<Optional<RawHttp.Answer>> answers =
        request.repeat() == 1
            ? List.of(sendOnce(request))
            : atOnce(request.repeat(), () -> sendOnce(request));
    List<RawHttp.Answer> given = answers.stream().flatMap(Optional::stream).toList();
    int unanswered = answers.size() - given.size();
    sent.put(index, new Sent(request, given, unanswered, facts.events() - before));
  }

  private Optional<RawHttp.Answer> sendOnce(CaseRequest request) throws IOException {
    try (RawHttp http = new RawHttp(gateway.port())) {
      http.send(request.bytes());
      if (request.isCutOff()) {
        http.finishSending();
      }
      return http.answerIfAny();
    }
  }

  private void replay(int times) throws Exception {
    UUID deadLetter = facts.openDeadLetter().orElseGet(() -> facts.deadLetterIds().getFirst());
    String path = "/dead-letters/" + deadLetter + "/rerun";
    replays.add(atOnce(times, () -> gateway.admin().send("POST", path, "{\"note\":\"case\"}")));
  }

  /** Runs copies of an action that begin together. */
  private static <T> List<T> atOnce(int copies, Callable<T> action) throws Exception {
    CyclicBarrier start = new CyclicBarrier(copies);
    try (ExecutorService threads = Executors.newFixedThreadPool(copies)) {
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < copies; i++) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return action.call();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> each : running) {
        results.add(each.get());
      }
      return results;
    }
  }
}
