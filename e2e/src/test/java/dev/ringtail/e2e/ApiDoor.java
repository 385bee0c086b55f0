// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way from a network namespace to the API server. Shut, it resets every connection, as a server
 * that is stopped does.
 */
final class ApiDoor implements AutoCloseable {
  private final ServerSocket listener;
  private final InetSocketAddress server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean isShut;

  /**
   * @param listener where the way begins
   */
  ApiDoor(ServerSocket listener, InetSocketAddress server) {
    this.listener = listener;
    this.server = server;
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  void shut() {
    isShut = true;
    open.forEach(ApiDoor::reset);
    open.clear();
  }

  void open() {
    isShut = false;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        if (isShut) {
          reset(client);
        } else {
          connect(client);
        }
      } catch (IOException e) {
        // Closed, or a client that is gone.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket upstream = new Socket(server.getAddress(), server.getPort());
    open.add(client);
    open.add(upstream);
    Thread.ofPlatform().daemon().start(() -> pass(client, upstream));
    Thread.ofPlatform().daemon().start(() -> pass(upstream, client));
  }

  private void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      reset(from);
      reset(to);
    }
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // Gone already.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    shut();
  }
}
