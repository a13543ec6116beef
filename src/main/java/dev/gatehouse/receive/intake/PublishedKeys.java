package dev.gatehouse.receive.intake;

import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.key.KeyReading;
import dev.gatehouse.receive.signature.key.PublicKeyText;
import dev.gatehouse.receive.signature.key.VerifyingKey;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Public keys from where providers publish them, fetched when a request first needs them, and kept.
 *
 * <p>Only https URLs whose host a preset has fixed come here, so whoever answers has shown that
 * host's certificate. Redirects are not followed; time, size, and the number of URLs kept and
 * waited for are bounded. Keys count for a day, and are fetched anew, beside the requests, after an
 * hour. A signature that belongs to none of them may mean new ones: then they are fetched again,
 * once a minute at most.
 */
public final class PublishedKeys implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PublishedKeys.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MOST_BYTES = 256 << 10;
  private static final int MOST_URLS = 256;
  private static final int WAITING = 64;
  private static final int FETCHERS = 4;

  private static final long COUNTS_NANOS = Duration.ofDays(1).toNanos();
  private static final long FRESH_NANOS = Duration.ofHours(1).toNanos();
  private static final long AGAIN_NANOS = Duration.ofMinutes(1).toNanos();

  /** After a failure the URL is left alone for so long. */
  private static final long FAILED_NANOS = Duration.ofSeconds(5).toNanos();

  /** Gets what stands at a URL. */
  interface Fetcher {
    String fetch(URI url) throws IOException, InterruptedException;
  }

  /** The host has answered, and there is no key at the URL. */
  static final class NoKey extends IOException {
    private static final long serialVersionUID = 1L;

    NoKey(String message) {
      super(message);
    }
  }

  /** What there is for the URLs of a request. */
  sealed interface Found {
    /**
     * The keys.
     *
     * @param mayBeOutdated whether it is time to ask again when none of them fits
     */
    record Keys(List<LiveSecret> keys, boolean mayBeOutdated) implements Found {}

    /**
     * They are being fetched; completes with {@link Keys} or {@link Away}, never with a failure.
     */
    record Coming(CompletableFuture<Found> found) implements Found {}

    /** They cannot be had at the moment. */
    record Away() implements Found {}

    /** Their hosts say that there are none. */
    record Nothing() implements Found {}
  }

  /** What is known of one URL; replaced, never changed. */
  private record Kept(
      @Nullable LiveSecret key, long fetchedAt, long failedAt, boolean failed, boolean missing) {
    boolean counts(long now) {
      return key != null && now - fetchedAt < COUNTS_NANOS;
    }
  }

  private final Fetcher fetcher;
  private final LongSupplier nanoTime;
  private final @Nullable HttpClient client;
  private final ThreadPoolExecutor executor =
      new ThreadPoolExecutor(
          FETCHERS,
          FETCHERS,
          10,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(WAITING),
          Thread.ofPlatform().daemon().name("published-keys-", 0).factory());

  // Both guarded by this. Those that were used longest ago go first.
  private final Map<URI, Kept> entries =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<URI, Kept> eldest) {
          return size() > MOST_URLS;
        }
      };
  private final Map<URI, CompletableFuture<Kept>> coming = new LinkedHashMap<>();

  /** Fetches over the network. */
  public PublishedKeys() {
    HttpClient made =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(PATIENCE)
            .build();
    this.client = made;
    this.fetcher = url -> fetch(made, url);
    this.nanoTime = System::nanoTime;
    executor.allowCoreThreadTimeOut(true);
  }

  PublishedKeys(Fetcher fetcher, LongSupplier nanoTime) {
    this.client = null;
    this.fetcher = fetcher;
    this.nanoTime = nanoTime;
    executor.allowCoreThreadTimeOut(true);
  }

  /**
   * The keys at these URLs; never waits.
   *
   * @param anew whether those that are there did not fit and have to be fetched again
   */
  Found at(List<URI> urls, boolean anew) {
    long now = nanoTime.getAsLong();
    List<CompletableFuture<Kept>> wanted = new ArrayList<>();
    List<Kept> there = new ArrayList<>();
    synchronized (this) {
      for (URI url : urls) {
        Kept entry = entries.get(url);
        CompletableFuture<Kept> started = null;
        if (entry == null) {
          started = start(url, null);
        } else {
          boolean resting = entry.failed && now - entry.failedAt < FAILED_NANOS;
          boolean outdated = anew && now - entry.fetchedAt >= AGAIN_NANOS;
          if (entry.counts(now) && !outdated || resting) {
            there.add(entry);
            if (now - entry.fetchedAt >= FRESH_NANOS && !resting) {
              var unused = start(url, entry);
            }
          } else {
            started = start(url, entry);
          }
        }
        if (started != null) {
          wanted.add(started);
        }
      }
    }
    if (wanted.isEmpty()) {
      return found(there, now);
    }
    CompletableFuture<Found> all =
        CompletableFuture.allOf(wanted.toArray(CompletableFuture[]::new))
            .thenApply(
                done -> {
                  List<Kept> both = new ArrayList<>(there);
                  wanted.forEach(each -> both.add(each.join()));
                  return found(both, nanoTime.getAsLong());
                });
    return new Found.Coming(all);
  }

  @Override
  public void close() {
    executor.shutdownNow();
    if (client != null) {
      client.shutdownNow();
    }
  }

  private static Found found(List<Kept> entries, long now) {
    List<LiveSecret> keys = new ArrayList<>();
    boolean old = false;
    boolean missing = !entries.isEmpty();
    for (Kept entry : entries) {
      missing &= entry.missing;
      if (entry.key != null && now - entry.fetchedAt < COUNTS_NANOS) {
        keys.add(entry.key);
        old |= now - entry.fetchedAt >= AGAIN_NANOS;
      }
    }
    if (keys.isEmpty()) {
      return missing ? new Found.Nothing() : new Found.Away();
    }
    return new Found.Keys(List.copyOf(keys), old);
  }

  /** One fetch for all who wait for the URL; null when too many others are waited for. */
  private synchronized @Nullable CompletableFuture<Kept> start(URI url, @Nullable Kept before) {
    CompletableFuture<Kept> already = coming.get(url);
    if (already != null) {
      return already;
    }
    CompletableFuture<Kept> started = new CompletableFuture<>();
    try {
      executor.execute(() -> started.complete(fetched(url, before)));
    } catch (RejectedExecutionException e) {
      LOG.warn("too many public keys are waited for, those of {} are left out", url.getHost());
      return null;
    }
    coming.put(url, started);
    return started;
  }

  private Kept fetched(URI url, @Nullable Kept before) {
    Kept entry = ask(url, before);
    synchronized (this) {
      entries.put(url, entry);
      coming.remove(url);
    }
    return entry;
  }

  private Kept ask(URI url, @Nullable Kept before) {
    long begun = nanoTime.getAsLong();
    boolean missing = false;
    try {
      String keys = normalised(fetcher.fetch(url));
      if (!keys.isEmpty()) {
        return new Kept(LiveSecret.of("published:" + url.getHost(), keys), begun, 0, false, false);
      }
      missing = true;
      LOG.warn("{} shows something that is no public key", url.getHost());
    } catch (NoKey e) {
      missing = true;
      LOG.warn("{} shows no public key: {}", url.getHost(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "the public keys of {} could not be fetched: {}",
          url.getHost(),
          e.getClass().getSimpleName());
    }
    // What was there before goes on counting until its day is over.
    return before == null
        ? new Kept(null, 0, begun, true, missing)
        : new Kept(before.key, before.fetchedAt, begun, true, missing);
  }

  /** As PEM; of a chain of certificates only the first, whose key signs. */
  private static String normalised(String text) {
    boolean chain = text.contains("-----BEGIN CERTIFICATE-----");
    StringBuilder pem = new StringBuilder();
    if (PublicKeyText.published(text) instanceof KeyReading.Keys found) {
      for (VerifyingKey key : chain ? found.keys().subList(0, 1) : found.keys()) {
        if (key.id() != null && key.id().chars().allMatch(c -> c > ' ' && c < 127)) {
          pem.append("kid: ").append(key.id()).append('\n');
        }
        pem.append("-----BEGIN PUBLIC KEY-----\n")
            .append(
                Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.key().getEncoded()))
            .append("\n-----END PUBLIC KEY-----\n");
      }
    }
    return pem.toString().strip();
  }

  private static String fetch(HttpClient client, URI url) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url).timeout(PATIENCE).GET().build();
    var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = answer.body()) {
      int status = answer.statusCode();
      if (status == 404 || status == 410 || status == 403 || status == 400) {
        throw new NoKey("status " + status);
      }
      if (status != 200) {
        throw new IOException("status " + status);
      }
      byte[] bytes = body.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("more than " + MOST_BYTES + " bytes");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
