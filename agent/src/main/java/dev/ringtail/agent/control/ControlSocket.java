// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.control;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The socket of a spool folder. It is named through a descriptor of the folder, since the path of a
 * Unix socket has at most 108 bytes (unix(7)) and that of a spool may have more.
 */
public final class ControlSocket {
  /** Its name in the spool folder. */
  public static final String FILE_NAME = "control";

  private static final String UNFINISHED = FILE_NAME + ".new";
  private static final String OWNER_ONLY = "rw-------";

  private ControlSocket() {}

  /** Listens; nobody but the agent's user can connect, at any moment. */
  static ServerSocketChannel listen(Path spool) throws IOException {
    Path unfinished = spool.resolve(UNFINISHED);
    Files.deleteIfExists(unfinished);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try (Folder folder = Folder.open(spool)) {
      server.bind(folder.address(UNFINISHED));
      Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString(OWNER_ONLY));
      Files.move(unfinished, spool.resolve(FILE_NAME), StandardCopyOption.ATOMIC_MOVE);
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /**
   * Connects to the agent that works in a spool folder.
   *
   * @throws IOException when none listens there
   */
  static SocketChannel connect(Path spool) throws IOException {
    try (Folder folder = Folder.open(spool)) {
      return SocketChannel.open(folder.address(FILE_NAME));
    }
  }

  /** Removes the socket of an agent that is gone, if there is one. */
  public static void forget(Path spool) throws IOException {
    Files.deleteIfExists(spool.resolve(FILE_NAME));
    Files.deleteIfExists(spool.resolve(UNFINISHED));
  }

  /** A descriptor of a folder, for short paths to what is in it. */
  private record Folder(int fd) implements AutoCloseable {
    static Folder open(Path path) throws IOException {
      try {
        return new Folder(
            KernelException.check(
                LibC.open(path.toString(), LibC.O_PATH | LibC.O_CLOEXEC, 0),
                "cannot open " + path));
      } catch (KernelException e) {
        throw new IOException(e.getMessage(), e);
      }
    }

    UnixDomainSocketAddress address(String name) {
      return UnixDomainSocketAddress.of("/proc/self/fd/%d/%s".formatted(fd, name));
    }

    @Override
    public void close() {
      LibC.close(fd);
    }
  }
}
