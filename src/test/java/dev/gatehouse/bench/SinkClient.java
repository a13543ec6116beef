package dev.gatehouse.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * The sink alone: the HTTP client that delivers, as many requests at a time as one destination
 * gets, and nothing else. A process of its own, started as the gateway is.
 *
 * <p>Says {@code ready}, then for each line on its standard input, {@code <millis>}, one line
 * {@code rate <requests a second>}.
 */
final class SinkClient {
  private static final MediaType JSON = MediaType.get("application/json");

  private SinkClient() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    String url = "http://127.0.0.1:" + arguments[0] + "/hook";
    int concurrency = Integer.parseInt(arguments[1]);
    OkHttpClient client =
        new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(concurrency, 1, TimeUnit.MINUTES))
            .followRedirects(false)
            .build();
    System.out.println("ready");
    try (var lines = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (lines.hasNextLine()) {
        Duration length = Duration.ofMillis(Long.parseLong(lines.nextLine().strip()));
        System.out.println("rate " + measure(client, url, concurrency, length));
      }
    }
  }

  private static double measure(OkHttpClient client, String url, int concurrency, Duration length)
      throws InterruptedException {
    AtomicLong done = new AtomicLong();
    long begin = System.nanoTime();
    long end = begin + length.toNanos();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < concurrency; i++) {
      threads.add(Thread.ofVirtual().start(() -> post(client, url, end, done)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return done.get() / ((System.nanoTime() - begin) / 1e9);
  }

  private static void post(OkHttpClient client, String url, long end, AtomicLong done) {
    byte[] body = SignedEvents.body(1);
    while (System.nanoTime() < end) {
      Request request =
          new Request.Builder()
              .url(url)
              .header("webhook-id", "0197b0c4-0000-7000-8000-000000000000")
              .header("webhook-timestamp", "1768478400")
              .header("webhook-signature", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=")
              .header("idempotency-key", "0197b0c4-0000-7000-8000-000000000000")
              .post(RequestBody.create(body, JSON))
              .build();
      try (Response response = client.newCall(request).execute()) {
        if (response.code() == 200) {
          done.incrementAndGet();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
