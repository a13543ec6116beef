package dev.gatehouse.support;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One HTTP/1.1 connection on which exactly the bytes asked for are sent. Stays open between
 * requests while the other side lets it. Not safe for use by several threads.
 */
public final class RawHttp implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  /** An answer; header names are in lower case, repeats joined by a comma. */
  public record Answer(int status, Map<String, String> headers, byte[] body, Duration took) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    @Override
    public String toString() {
      return status + " " + text();
    }
  }

  /** Connects to a port of this machine; reads give up after ten seconds. */
  public RawHttp(int port) throws IOException {
    this(port, Duration.ofSeconds(10));
  }

  public RawHttp(int port, Duration readTimeout) throws IOException {
    socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) readTimeout.toMillis());
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5_000);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends one request on a connection of its own. */
  public static Answer once(int port, byte[] request) throws IOException {
    try (RawHttp http = new RawHttp(port)) {
      return http.exchange(request);
    }
  }

  /**
   * Builds a request with {@code Host} and {@code Content-Length}.
   *
   * @param headers name, value, name, value, …; sent as ISO-8859-1
   */
  public static byte[] request(String method, String path, byte[] body, String... headers) {
    StringBuilder head =
        new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    if (body.length > 0 || !method.equals("GET")) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    return join(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1), body);
  }

  /** Some bytes after some others. */
  public static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** A body in chunks of at most {@code size} bytes, with the last, empty one. */
  public static byte[] chunked(byte[] body, int size) {
    List<byte[]> parts = new ArrayList<>();
    for (int at = 0; at < body.length; at += size) {
      int length = Math.min(size, body.length - at);
      parts.add((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      parts.add(Arrays.copyOfRange(body, at, at + length));
      parts.add("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    parts.add("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return join(parts.toArray(byte[][]::new));
  }

  /** Sends and reads the answer; one that closes without an answer is an IOException. */
  public Answer exchange(byte[] request) throws IOException {
    long begin = System.nanoTime();
    send(request);
    boolean head = new String(request, 0, Math.min(5, request.length), ISO_8859_1).equals("HEAD ");
    return answer(begin, head);
  }

  /** Sends some bytes and waits for nothing. A refusal that came early must not hide the answer. */
  public void send(byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (IOException e) {
      if (in.available() == 0) {
        throw e;
      }
    }
  }

  /** Says that nothing more comes, and keeps listening. */
  public void finishSending() throws IOException {
    socket.shutdownOutput();
  }

  /** Reads one answer; empty when the other side closes, or says nothing in time. */
  public Optional<Answer> answerIfAny() {
    try {
      return Optional.of(answer(System.nanoTime(), false));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether the other side has closed the connection, or does so before the read times out. */
  public boolean isClosedByPeer() {
    try {
      return in.read() < 0;
    } catch (IOException e) {
      return !(e instanceof SocketTimeoutException);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** The answer to HEAD has the length of a body and none. */
  private Answer answer(long begin, boolean toHead) throws IOException {
    String statusLine = HttpBytes.line(in);
    if (statusLine == null) {
      throw new IOException("closed without an answer");
    }
    int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
    Map<String, String> headers = new TreeMap<>(HttpBytes.headers(in));
    byte[] body =
        toHead || status == 204 || status == 304
            ? new byte[0]
            : HttpBytes.body(in, headers, status >= 200);
    return new Answer(status, headers, body, Duration.ofNanos(System.nanoTime() - begin));
  }
}
