// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import dev.ringtail.agent.lab.S3Server;
import dev.ringtail.agent.upload.s3.S3ObjectStore;
import dev.ringtail.agent.upload.s3.S3TestSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Both stores do what every store has to do; S3 against a server process. */
class ObjectStoreContractIT {
  private static byte[] read(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllBytes(file) : null;
  }

  /** A folder on the file system of the spool: segments are linked. */
  @Nested
  class Directory implements ObjectStoreContract {
    @TempDir private Path folder;
    private ObjectStore store;

    @BeforeEach
    void open() {
      store = new DirectoryObjectStore(folder.resolve("objects"));
    }

    @Override
    public ObjectStore store() {
      return store;
    }

    @Override
    public byte[] content(String key) throws IOException {
      return read(folder.resolve("objects").resolve(key));
    }

    @Override
    public Path spool() {
      return folder;
    }
  }

  /** A folder on another file system: segments are copied. */
  @Nested
  class DirectoryElsewhere implements ObjectStoreContract {
    @TempDir private Path folder;
    private Path spool;
    private ObjectStore store;

    @BeforeEach
    void open() throws IOException {
      spool = Files.createTempDirectory(Path.of("/dev/shm"), "ringtail-contract-");
      store = new DirectoryObjectStore(folder.resolve("objects"));
    }

    @AfterEach
    void remove() throws IOException {
      try (var files = Files.list(spool)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
      Files.delete(spool);
    }

    @Override
    public ObjectStore store() {
      return store;
    }

    @Override
    public byte[] content(String key) throws IOException {
      return read(folder.resolve("objects").resolve(key));
    }

    @Override
    public Path spool() {
      return spool;
    }
  }

  /** A bucket. */
  abstract static class Bucket implements ObjectStoreContract {
    @TempDir private Path folder;
    private S3Server server;
    private ObjectStore store;

    abstract S3Server start(Path folder) throws Exception;

    @BeforeEach
    void open() throws Exception {
      server = start(folder.resolve("s3"));
      store = S3ObjectStore.open(S3TestSettings.of(server.endpoint(), folder));
    }

    @AfterEach
    void close() {
      if (store != null) {
        store.close();
      }
      if (server != null) {
        server.close();
      }
    }

    @Override
    public ObjectStore store() {
      return store;
    }

    @Override
    public byte[] content(String key) throws IOException {
      return read(server.object(key));
    }

    @Override
    public Path spool() {
      return folder;
    }
  }

  /** A bucket of a server process, where one can be had. */
  @Nested
  class S3 extends Bucket {
    @Override
    S3Server start(Path folder) throws Exception {
      return S3Server.start(folder);
    }
  }

  /** What stands in where none can be had must be no easier than a server. */
  @Nested
  class S3Mock extends Bucket {
    @Override
    S3Server start(Path folder) throws Exception {
      return S3Server.mock(folder);
    }
  }
}
