package dev.gatehouse.support;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * A destination on this machine that records what it is sent and answers as its script says. One
 * virtual thread per connection; connections stay open between requests.
 */
public final class Sink implements AutoCloseable {
  /** One delivery as it arrived; header names in lower case. */
  public record Call(
      int number,
      String method,
      String path,
      Map<String, String> headers,
      byte[] body,
      Instant at) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name));
    }
  }

  /**
   * What to answer.
   *
   * @param headers name, value, …
   */
  public record Reply(int status, List<String> headers, String body) {
    public static Reply of(int status, String... headers) {
      return new Reply(status, List.of(headers), "");
    }

    byte[] bytes() {
      StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " x\r\n");
      for (int i = 0; i < headers.size(); i += 2) {
        head.append(headers.get(i)).append(": ").append(headers.get(i + 1)).append("\r\n");
      }
      byte[] content = body.getBytes(StandardCharsets.UTF_8);
      head.append("Content-Length: ").append(content.length).append("\r\n\r\n");
      return RawHttp.join(head.toString().getBytes(StandardCharsets.ISO_8859_1), content);
    }
  }

  /** Decides the answer to each call; may block to be slow. Calls come from several threads. */
  @FunctionalInterface
  public interface Script {
    Reply reply(Call call) throws InterruptedException;
  }

  private final ServerSocket server;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Guarded by itself. */
  private final List<Call> calls = new ArrayList<>();

  private volatile Script script;

  private Sink(ServerSocket server, Script script) {
    this.server = server;
    this.script = script;
  }

  /** A sink on a free port that answers 200 to everything. */
  public static Sink start() throws IOException {
    return start(call -> Reply.of(200));
  }

  public static Sink start(Script script) throws IOException {
    Sink sink = new Sink(new ServerSocket(0, 512, InetAddress.getLoopbackAddress()), script);
    Thread.ofVirtual().name("sink").start(sink::accept);
    return sink;
  }

  /** Answers with these statuses in turn, then with the last one for ever. */
  public static Script inTurn(int... statuses) {
    return call -> Reply.of(statuses[Math.min(call.number() - 1, statuses.length - 1)]);
  }

  public void script(Script next) {
    script = next;
  }

  /** Blocks until the sink is closed: a destination that never answers. */
  public Reply never() throws InterruptedException {
    closed.await();
    return Reply.of(500);
  }

  public int port() {
    return server.getLocalPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port() + "/hook";
  }

  /** Everything received so far, in order of arrival. */
  public List<Call> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  public int count() {
    synchronized (calls) {
      return calls.size();
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    server.close();
    for (Socket socket : connections) {
      socket.close();
    }
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        connections.add(socket);
        Thread.ofVirtual().name("sink-connection").start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (String line = HttpBytes.line(in); line != null; line = HttpBytes.line(in)) {
        Call call = record(line.split(" ", 3), in);
        socket.getOutputStream().write(script.reply(call).bytes());
        socket.getOutputStream().flush();
      }
    } catch (IOException e) {
      // The other side went away, which is its right; what arrived whole is recorded.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(socket);
    }
  }

  private Call record(String[] requestLine, InputStream in) throws IOException {
    Map<String, String> headers = HttpBytes.headers(in);
    byte[] body = HttpBytes.body(in, headers, false);
    synchronized (calls) {
      Call call =
          new Call(calls.size() + 1, requestLine[0], requestLine[1], headers, body, Instant.now());
      calls.add(call);
      return call;
    }
  }
}
