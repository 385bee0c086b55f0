// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A real S3 server as a process of its own on loopback, see {@code scripts/s3-server.sh} for where
 * it comes from. Each one has a folder of its own, in which its objects are plain files.
 */
public final class S3Server implements AutoCloseable {
  public static final String ACCESS_KEY = "access";
  public static final String SECRET_KEY = "secret";
  public static final String BUCKET = "captures";

  private static final int NONE_TO_BE_HAD = 3;
  private static final long LONGEST_START_MS = 600_000;
  private static final int CONNECT_MS = 200;

  private final Path folder;
  private final int port;
  private Process process;

  private S3Server(Path folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  /**
   * Starts one; the test is skipped where none can be had.
   *
   * @param folder for its buckets
   */
  public static S3Server start(Path folder) throws IOException, InterruptedException {
    S3Server server = new S3Server(Files.createDirectories(folder), freePort());
    server.start();
    return server;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Starts it again, after {@link #stop}, where it was. */
  public void start() throws IOException, InterruptedException {
    Path log = folder.resolveSibling(folder.getFileName() + ".log");
    process =
        new ProcessBuilder(
                ProjectFolder.root().resolve("scripts/s3-server.sh").toString(),
                Integer.toString(port),
                folder.toString(),
                BUCKET)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_START_MS);
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        stop();
        String said = Files.readString(log).strip();
        if (process.exitValue() == NONE_TO_BE_HAD) {
          abort(said.lines().reduce("", (before, line) -> line));
        }
        throw new IOException("the S3 server did not start: " + said);
      }
      TimeUnit.MILLISECONDS.sleep(CONNECT_MS / 10);
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(address(), CONNECT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** The file that is an object's content. */
  public Path object(String key) {
    return folder.resolve(BUCKET).resolve(key);
  }

  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(5, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
