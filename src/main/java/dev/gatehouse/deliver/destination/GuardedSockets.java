package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.Addresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;

/**
 * Makes sockets that look at the address they are told to connect to, at the moment they do: the
 * last place, behind which nothing can change it any more.
 */
final class GuardedSockets extends SocketFactory {
  private final boolean allowPrivate;

  GuardedSockets(boolean allowPrivate) {
    this.allowPrivate = allowPrivate;
  }

  @Override
  public Socket createSocket() throws IOException {
    Socket socket = new GuardedSocket(allowPrivate);
    // A body larger than the client's buffer goes out in several writes; Nagle would hold the last.
    socket.setTcpNoDelay(true);
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket(host, port);
  }

  private Socket connected(InetSocketAddress to) throws IOException {
    Socket socket = createSocket();
    try {
      socket.connect(to);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static final class GuardedSocket extends Socket {
    private final boolean allowPrivate;

    GuardedSocket(boolean allowPrivate) {
      // Else a SOCKS proxy in the system properties would do the connecting, unseen.
      super(Proxy.NO_PROXY);
      this.allowPrivate = allowPrivate;
    }

    @Override
    public void connect(SocketAddress to) throws IOException {
      connect(to, 0);
    }

    @Override
    public void connect(SocketAddress to, int timeout) throws IOException {
      if (!allowPrivate
          && !(to instanceof InetSocketAddress inet
              && inet.getAddress() != null
              && !Addresses.isInside(inet.getAddress()))) {
        throw new ForbiddenAddress();
      }
      super.connect(to, timeout);
    }
  }
}
