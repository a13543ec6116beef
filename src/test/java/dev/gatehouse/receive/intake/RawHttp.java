package dev.gatehouse.receive.intake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A connection that sends exactly the bytes it is given, right or wrong. */
final class RawHttp implements AutoCloseable {
  private final Socket socket;

  /** An answer; the header names are in lower case. */
  record Answer(int status, String head, String body) {
    Optional<String> header(String name) {
      for (String line : head.split("\r\n", -1)) {
        if (line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":")) {
          return Optional.of(line.substring(name.length() + 1).strip());
        }
      }
      return Optional.empty();
    }
  }

  RawHttp(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(10_000);
  }

  /** One request on a connection of its own. */
  static Answer once(int port, String request) throws IOException {
    try (RawHttp http = new RawHttp(port)) {
      return http.send(request).read().orElseThrow();
    }
  }

  RawHttp send(String latin1) throws IOException {
    return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  RawHttp send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** No more will come: what a sender does that dies in the middle. */
  RawHttp endOutput() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /** The next answer; empty when the connection ends without one. */
  Optional<Answer> read() throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    try {
      while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        int b = in.read();
        if (b < 0) {
          return Optional.empty();
        }
        head.write(b);
      }
      Answer bare =
          new Answer(
              Integer.parseInt(head.toString(StandardCharsets.ISO_8859_1).substring(9, 12)),
              head.toString(StandardCharsets.ISO_8859_1),
              "");
      if (bare.status() == 100) {
        return Optional.of(bare);
      }
      int length = bare.header("Content-Length").map(Integer::parseInt).orElse(0);
      return Optional.of(
          new Answer(
              bare.status(),
              bare.head(),
              new String(in.readNBytes(length), StandardCharsets.UTF_8)));
    } catch (SocketException e) {
      return Optional.empty();
    }
  }

  /** True when the other side has closed, or does so within the time-out. */
  boolean isClosed() throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  /** Chunked coding of a body, in pieces of that size. */
  static byte[] chunked(byte[] body, int size) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int at = 0; at < body.length; at += size) {
      int length = Math.min(size, body.length - at);
      for (byte[] part :
          List.of((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1))) {
        out.writeBytes(part);
      }
      out.write(body, at, length);
      out.writeBytes(new byte[] {'\r', '\n'});
    }
    out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    return out.toByteArray();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
