package dev.gatehouse.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The cheapest destination there is: one thread that counts whole requests and answers 200 to each.
 * Reads requests with a Content-Length, one at a time per connection.
 */
final class CountingSink implements AutoCloseable {
  private static final int MAX_REQUEST = 16 * 1024;

  private final ServerSocketChannel server;
  private final Selector selector;
  private final ByteBuffer answer =
      ByteBuffer.wrap(
          "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  private final AtomicLong count = new AtomicLong();
  private volatile long firstAt;
  private volatile long lastAt;

  private CountingSink(ServerSocketChannel server, Selector selector) {
    this.server = server;
    this.selector = selector;
  }

  static CountingSink start() throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
    server.configureBlocking(false);
    Selector selector = Selector.open();
    server.register(selector, SelectionKey.OP_ACCEPT);
    CountingSink sink = new CountingSink(server, selector);
    Thread.ofPlatform().daemon().name("sink").start(sink::run);
    return sink;
  }

  int port() {
    return server.socket().getLocalPort();
  }

  long count() {
    return count.get();
  }

  /** Forgets what was counted. */
  void reset() {
    count.set(0);
    firstAt = 0;
  }

  /** When the first request since the reset was answered, on {@link System#nanoTime}. */
  long firstAt() {
    return firstAt;
  }

  long lastAt() {
    return lastAt;
  }

  @Override
  public void close() throws IOException {
    server.close();
    selector.close();
  }

  private void run() {
    try {
      while (selector.isOpen()) {
        selector.select(100);
        if (!selector.isOpen()) {
          return;
        }
        Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
        while (keys.hasNext()) {
          handle(keys.next());
          keys.remove();
        }
      }
    } catch (IOException | ClosedSelectorException e) {
      // Closed while it waited: the end of the measurement.
      return;
    }
  }

  private void handle(SelectionKey key) throws IOException {
    if (key.isValid() && key.isAcceptable()) {
      SocketChannel channel = server.accept();
      if (channel != null) {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocateDirect(MAX_REQUEST));
      }
    } else if (key.isValid()) {
      try {
        read((SocketChannel) key.channel(), (ByteBuffer) key.attachment());
      } catch (IOException e) {
        key.channel().close();
      }
    }
  }

  private void read(SocketChannel channel, ByteBuffer request) throws IOException {
    if (channel.read(request) < 0) {
      channel.close();
      return;
    }
    int body = HttpHead.end(request);
    if (body < 0 || request.position() < body + HttpHead.contentLength(request, body)) {
      if (!request.hasRemaining()) {
        throw new IOException("a request of more than " + MAX_REQUEST + " bytes");
      }
      return;
    }
    request.clear();
    lastAt = System.nanoTime();
    if (count.getAndIncrement() == 0) {
      firstAt = lastAt;
    }
    // A few bytes into an empty socket buffer: never only a part of them.
    answer.rewind();
    channel.write(answer);
  }
}
