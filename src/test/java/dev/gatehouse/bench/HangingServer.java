package dev.gatehouse.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Takes every connection and never says a word. */
final class HangingServer implements AutoCloseable {
  private final ServerSocket server;
  private final Queue<Socket> held = new ConcurrentLinkedQueue<>();

  HangingServer() {
    try {
      server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().name("hanging").start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        held.add(server.accept());
      } catch (IOException e) {
        // Closed: the end of the measurement.
        return;
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket each : held) {
        each.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
