package dev.gatehouse.deliver;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A receiver on loopback that answers as it is told and remembers everything. */
public final class Sink implements AutoCloseable {
  private final HttpServer server;
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private volatile Function<Received, Answer> script;

  /** A request as it arrived. */
  public record Received(Headers headers, byte[] body) {
    public String header(String name) {
      return headers.getFirst(name);
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /** What to say. */
  public record Answer(int status, Map<String, String> headers) {
    public static Answer of(int status) {
      return new Answer(status, Map.of());
    }
  }

  private Sink(Function<Received, Answer> script) {
    this.script = script;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  /** Answers each request with what the function says. */
  public static Sink answering(Function<Received, Answer> script) {
    return new Sink(script);
  }

  /** Always that status. */
  public static Sink answering(int status) {
    return new Sink(request -> Answer.of(status));
  }

  /** These, one after another, over all requests; the last one for good. */
  public static Sink answering(int first, int... rest) {
    java.util.concurrent.atomic.AtomicInteger next =
        new java.util.concurrent.atomic.AtomicInteger();
    return new Sink(
        request -> {
          int i = next.getAndIncrement();
          return Answer.of(i == 0 ? first : rest[Math.min(i, rest.length) - 1]);
        });
  }

  public void answer(Function<Received, Answer> other) {
    script = other;
  }

  public void answer(int status) {
    script = request -> Answer.of(status);
  }

  public List<Received> received() {
    return received;
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Received request =
          new Received(exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes());
      received.add(request);
      Answer answer = script.apply(request);
      answer.headers().forEach(exchange.getResponseHeaders()::add);
      exchange.sendResponseHeaders(answer.status(), -1);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
