package dev.gatehouse.receive.intake;

import dev.gatehouse.event.SourceName;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Visits URLs by which a subscription is confirmed, one after another, each once; what they answer
 * is not read.
 *
 * <p>Only for https URLs whose host a preset has fixed: whoever answers there has shown that host's
 * certificate, so that no name server can lead a visit elsewhere. Redirects are not followed.
 */
public final class Visits implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Visits.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int WAITING = 100;

  private final HttpClient client =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(PATIENCE)
          .build();
  private final ThreadPoolExecutor visitor =
      new ThreadPoolExecutor(
          1,
          1,
          10,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(WAITING),
          Thread.ofPlatform().daemon().name("visits").factory());

  public Visits() {
    visitor.allowCoreThreadTimeOut(true);
  }

  /** Visits it soon. With too many waiting it is left out, and the provider asks again. */
  public void visit(SourceName source, URI url) {
    if (!"https".equals(url.getScheme())) {
      throw new IllegalArgumentException("a visit goes to an https URL");
    }
    try {
      visitor.execute(() -> visitNow(source, url));
    } catch (RejectedExecutionException e) {
      LOG.warn(
          "source {}: too many visits are waiting, one to {} is left out", source, url.getHost());
    }
  }

  @Override
  public void close() {
    visitor.shutdownNow();
    client.shutdownNow();
  }

  private void visitNow(SourceName source, URI url) {
    try {
      HttpRequest request = HttpRequest.newBuilder(url).timeout(PATIENCE).GET().build();
      var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      answer.body().close();
      int status = answer.statusCode();
      LOG.info("source {}: {} was visited and answered {}", source, url.getHost(), status);
    } catch (IOException e) {
      // Its message may hold the URL, which holds a token.
      LOG.warn("source {}: {} could not be visited", source, url.getHost());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
