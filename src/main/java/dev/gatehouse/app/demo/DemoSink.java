package dev.gatehouse.app.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The receiving end: one path that takes everything, one that heals at the third try, one that
 * never does.
 */
final class DemoSink implements AutoCloseable {
  private static final int HEALS_AT = 3;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Integer> triesByKey = new ConcurrentHashMap<>();

  DemoSink() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setExecutor(threads);
    server.createContext("/books", exchange -> answer(exchange, 200));
    server.createContext(
        "/heals", exchange -> answer(exchange, tries(exchange) < HEALS_AT ? 503 : 200));
    server.createContext("/never", exchange -> answer(exchange, 500));
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }

  private int tries(HttpExchange exchange) {
    String key = String.valueOf(exchange.getRequestHeaders().getFirst("webhook-id"));
    return triesByKey.merge(key, 1, Integer::sum);
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(status, -1);
    }
  }
}
