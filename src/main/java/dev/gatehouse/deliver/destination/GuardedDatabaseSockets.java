package dev.gatehouse.deliver.destination;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * {@link GuardedSockets} in the form the PostgreSQL driver can make by name. Public for the driver
 * alone.
 */
public final class GuardedDatabaseSockets extends SocketFactory {
  private final GuardedSockets sockets;

  /**
   * @param allowPrivate {@code true} or anything else
   */
  public GuardedDatabaseSockets(String allowPrivate) {
    this.sockets = new GuardedSockets(Boolean.parseBoolean(allowPrivate));
  }

  @Override
  public Socket createSocket() throws IOException {
    return sockets.createSocket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return sockets.createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return sockets.createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return sockets.createSocket(host, port, local, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return sockets.createSocket(host, port, local, localPort);
  }
}
