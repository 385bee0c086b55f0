// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in front of a server and passes bytes on; a few times it resets a connection in the middle
 * of an answer.
 */
public final class CuttingProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InetSocketAddress server;
  private final ServerSocket listener;
  private final AtomicInteger cutsLeft;
  private final AtomicInteger cuts = new AtomicInteger();
  private final long cutAfterBytes;

  /**
   * @param cuts how many connections are reset
   * @param cutAfterBytes of answers on that connection
   */
  public CuttingProxy(InetSocketAddress server, int cuts, long cutAfterBytes) throws IOException {
    this.server = server;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.cutsLeft = new AtomicInteger(cuts);
    this.cutAfterBytes = cutAfterBytes;
    Thread.ofVirtual().start(this::accept);
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** How often it has reset a connection. */
  public int cuts() {
    return cuts.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  private void serve(Socket client) {
    try (Socket upstream = new Socket(server.getAddress(), server.getPort())) {
      Thread.ofVirtual().start(() -> pass(client, upstream));
      InputStream in = upstream.getInputStream();
      OutputStream out = client.getOutputStream();
      byte[] buffer = new byte[BUFFER_BYTES];
      long passed = 0;
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        out.write(buffer, 0, count);
        passed += count;
        if (passed >= cutAfterBytes && cutsLeft.getAndDecrement() > 0) {
          cuts.incrementAndGet();
          client.setSoLinger(true, 0);
          client.close();
          return;
        }
      }
      client.close();
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // One of them has gone.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
