// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A way to the API server that is shut at first: then every connection is closed at once. */
public final class Door implements AutoCloseable {
  private final ServerSocket listener;
  private final URI server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean isOpen;

  /**
   * @param server where it leads to
   */
  public Door(String server) {
    this.server = URI.create(server);
    try {
      listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().start(this::accept);
  }

  /** The API server's address by this way. */
  public String url() {
    return "https://127.0.0.1:" + listener.getLocalPort();
  }

  /** Lets everybody through. */
  public void open() {
    isOpen = true;
  }

  /** Lets nobody through any more. */
  public void shut() {
    isOpen = false;
    sockets.forEach(Door::close);
    sockets.clear();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        if (isOpen) {
          Socket upstream = new Socket(server.getHost(), server.getPort());
          sockets.add(client);
          sockets.add(upstream);
          Thread.ofPlatform().daemon().start(() -> pass(client, upstream));
          Thread.ofPlatform().daemon().start(() -> pass(upstream, client));
        } else {
          client.close();
        }
      } catch (IOException e) {
        // Closed, or a client that is gone.
      }
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // The other direction ends as well.
    }
    close(from);
    close(to);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Gone already.
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    shut();
  }
}
