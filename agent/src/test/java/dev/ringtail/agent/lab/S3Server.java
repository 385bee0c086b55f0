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
 * A real S3 server: the one at {@code RINGTAIL_S3_ENDPOINT} of the environment, an {@code http}
 * URL, whose bucket {@value #BUCKET} is emptied; else a process of its own on loopback, see {@code
 * scripts/s3-server.sh} for where it comes from. Of the latter each has a folder of its own, in
 * which its objects are plain files. Where no real one can be had a {@link MockS3} takes its place,
 * and tests that it cannot serve are skipped.
 */
public final class S3Server implements AutoCloseable {
  public static final String ACCESS_KEY = setting("RINGTAIL_S3_ACCESS_KEY", "access");
  public static final String SECRET_KEY = setting("RINGTAIL_S3_SECRET_KEY", "secret");
  public static final String BUCKET = "captures";

  private static final String ENDPOINT = setting("RINGTAIL_S3_ENDPOINT", "");

  private static final int NONE_TO_BE_HAD = 3;
  private static final long LONGEST_START_MS = 600_000;
  private static final int CONNECT_MS = 200;

  private final Path folder;
  private final URI endpoint;
  private Process process;
  private MockS3 mock;

  private S3Server(Path folder, URI endpoint) {
    this.folder = folder;
    this.endpoint = endpoint;
  }

  private static String setting(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }

  /**
   * Starts one, or empties the bucket of the one that is there.
   *
   * @param folder for its buckets, or for copies of its objects
   */
  public static S3Server start(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    if (!ENDPOINT.isEmpty()) {
      S3Server server = new S3Server(folder, URI.create(ENDPOINT));
      try (S3Bucket bucket = server.bucket()) {
        bucket.create();
        bucket.removeAll();
      }
      return server;
    }
    S3Server server = new S3Server(folder, URI.create("http://127.0.0.1:" + freePort()));
    return server.start() ? server : mock(folder);
  }

  /** One that is a {@link MockS3}, whether or not a real one can be had. */
  public static S3Server mock(Path folder) throws IOException {
    MockS3 mock = MockS3.start(BUCKET, folder.resolve(BUCKET));
    S3Server server = new S3Server(folder, mock.endpoint());
    server.mock = mock;
    return server;
  }

  /**
   * Skips the test where there is no real server.
   *
   * @param what a mock does not do, a clause
   */
  public void requireReal(String what) {
    if (mock != null) {
      abort("no S3 server can be had, and the mock " + what);
    }
  }

  private S3Bucket bucket() {
    return new S3Bucket(endpoint, ACCESS_KEY, SECRET_KEY, BUCKET);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * @return false if there is none
   */
  private boolean start() throws IOException, InterruptedException {
    Path log = folder.resolveSibling(folder.getFileName() + ".log");
    process =
        new ProcessBuilder(
                ProjectFolder.root().resolve("scripts/s3-server.sh").toString(),
                Integer.toString(endpoint.getPort()),
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
          process = null;
          return false;
        }
        throw new IOException("the S3 server did not start: " + said);
      }
      TimeUnit.MILLISECONDS.sleep(CONNECT_MS / 10);
    }
    return true;
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
    return new InetSocketAddress(endpoint.getHost(), endpoint.getPort());
  }

  public URI endpoint() {
    return endpoint;
  }

  /** The file that is an object's content, or a copy of it as it is now. */
  public Path object(String key) {
    if (process == null && mock == null) {
      try (S3Bucket bucket = bucket()) {
        bucket.copyTo(folder.resolve(BUCKET));
      }
    }
    return folder.resolve(BUCKET).resolve(key);
  }

  /** Removes every object. */
  public void removeAll() {
    try (S3Bucket bucket = bucket()) {
      bucket.removeAll();
    }
  }

  private void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(5, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
    if (mock != null) {
      mock.close();
    }
  }
}
