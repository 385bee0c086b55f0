// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import com.sun.jna.Native;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;

/**
 * A socket that belongs to another network namespace than this process: a socket stays in the
 * namespace in which it was made, whoever uses it.
 */
public final class NamespaceSocket {
  private static final int CLONE_NEWNET = 0x40000000;

  static {
    Native.register("c");
  }

  private NamespaceSocket() {}

  /** {@code int setns(int fd, int nstype)}. */
  private static native int setns(int fd, int nstype);

  /**
   * Listens on a free port of the namespace's loopback interface, which must be up.
   *
   * @param namespace as {@code ip netns} calls it
   */
  public static ServerSocket listen(String namespace) {
    CompletableFuture<ServerSocket> socket = new CompletableFuture<>();
    // A thread of its own, since it stays in the namespace that it has entered.
    Thread.ofPlatform().start(() -> socket.completeAsync(() -> listenIn(namespace), Runnable::run));
    return socket.join();
  }

  private static ServerSocket listenIn(String namespace) {
    String path = "/run/netns/" + namespace;
    int fd = KernelException.check(LibC.open(path, LibC.O_CLOEXEC, 0), "cannot open " + path);
    try {
      KernelException.check(setns(fd, CLONE_NEWNET), "cannot enter " + path);
      return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      LibC.close(fd);
    }
  }
}
