package dev.gatehouse.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One keep-alive connection of the load generator: a request out, an answer in, and again. */
final class LoadConnection {
  /** The answer is not complete yet. */
  static final int NOT_YET = 0;

  /** Closed by the other side, or not HTTP. */
  static final int BROKEN = -1;

  private static final int MAX_ANSWER = 16 * 1024;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final ByteBuffer request;
  private final ByteBuffer answer = ByteBuffer.allocateDirect(MAX_ANSWER);
  private long sentAt;
  private boolean awaiting;

  LoadConnection(int port, Selector selector, int requestBytes) throws IOException {
    channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.configureBlocking(false);
    key = channel.register(selector, SelectionKey.OP_READ, this);
    request = ByteBuffer.allocateDirect(requestBytes);
  }

  /** To be filled before {@link #send}. */
  ByteBuffer request() {
    return request;
  }

  /**
   * Begins to send. A connection that turns out to be broken says so when it is read.
   *
   * @param at the time the latency counts from, on {@link System#nanoTime}
   */
  void send(long at) {
    sentAt = at;
    awaiting = true;
    answer.clear();
    try {
      write();
    } catch (IOException e) {
      request.position(request.limit());
    }
  }

  long sentAt() {
    return sentAt;
  }

  /** Goes on as far as the socket allows. Gives the status of a complete answer. */
  int ready() {
    try {
      if (request.hasRemaining()) {
        write();
      }
      int read = channel.read(answer);
      if (read < 0) {
        return BROKEN;
      }
      int status = read == 0 ? NOT_YET : status();
      if (status != NOT_YET && !awaiting) {
        return BROKEN;
      }
      awaiting = awaiting && status == NOT_YET;
      return status;
    } catch (IOException e) {
      return BROKEN;
    }
  }

  private int status() {
    int body = HttpHead.end(answer);
    if (body < 0) {
      return answer.hasRemaining() ? NOT_YET : BROKEN;
    }
    int status = HttpHead.status(answer);
    int length = status == 204 || status == 304 ? 0 : HttpHead.contentLength(answer, body);
    if (length < 0 || status < 200 || body + length > answer.capacity()) {
      return BROKEN;
    }
    return answer.position() < body + length ? NOT_YET : status;
  }

  void close() throws IOException {
    channel.close();
  }

  private void write() throws IOException {
    channel.write(request);
    int interest =
        request.hasRemaining()
            ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
            : SelectionKey.OP_READ;
    if (key.interestOps() != interest) {
      key.interestOps(interest);
    }
  }
}
