package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.Addresses;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a host's addresses and refuses the whole answer when one of them lies inside.
 *
 * <p>The client then connects to addresses of this answer and asks no second time; {@link
 * GuardedSockets} judges them once more, because an address written into a URL does not come by
 * here.
 *
 * <p>A resolver that hangs blocks a thread of its own, one for each destination at most. Attempts
 * may run on virtual threads, and a native look-up there would hold the few threads that carry all
 * of them.
 */
final class GuardedDns implements Dns {
  private final NameLookup lookup;
  private final boolean allowPrivate;
  private final Duration limit;

  /** The look-up under way; whoever comes meanwhile waits for the same. */
  private final AtomicReference<@Nullable CompletableFuture<InetAddress[]>> underWay =
      new AtomicReference<>();

  GuardedDns(NameLookup lookup, boolean allowPrivate, Duration limit) {
    this.lookup = lookup;
    this.allowPrivate = allowPrivate;
    this.limit = limit;
  }

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    List<InetAddress> addresses = List.of(await(begin(host)));
    if (!allowPrivate && addresses.stream().anyMatch(Addresses::isInside)) {
      throw new ForbiddenAddress();
    }
    return addresses;
  }

  /** A destination has one host, so what is under way is always for the same one. */
  private CompletableFuture<InetAddress[]> begin(String host) {
    CompletableFuture<InetAddress[]> mine = new CompletableFuture<>();
    CompletableFuture<InetAddress[]> theirs = underWay.compareAndExchange(null, mine);
    if (theirs != null) {
      return theirs;
    }
    Thread.ofPlatform()
        .daemon()
        .name("name-lookup")
        .start(
            () -> {
              try {
                mine.complete(lookup.addresses(host));
              } catch (UnknownHostException | RuntimeException e) {
                mine.completeExceptionally(e);
              } finally {
                underWay.set(null);
              }
            });
    return mine;
  }

  private InetAddress[] await(CompletableFuture<InetAddress[]> answer) throws UnknownHostException {
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new LookupTookTooLong();
    } catch (ExecutionException e) {
      throw new UnknownHostException("host name not found");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LookupTookTooLong();
    }
  }

  /** Told apart from a name that leads nowhere by its cause. */
  static final class LookupTookTooLong extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    LookupTookTooLong() {
      super("host name look-up took too long");
      initCause(new InterruptedIOException("timeout"));
    }
  }
}
