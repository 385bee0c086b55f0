// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * A folder as object store. A segment that lies on the same file system becomes the object by being
 * linked there, without a byte being copied; else it is copied, forced to disk and compared. In
 * both cases the object appears under its key whole or not at all.
 */
public final class DirectoryObjectStore implements ObjectStore {
  private static final String UNFINISHED = ".unfinished";
  private static final int COPY_BYTES = 1 << 20;

  private final Path root;

  public DirectoryObjectStore(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  @Override
  public String location() {
    return "dir:" + root;
  }

  @Override
  public void check() throws StoreException {
    try {
      Files.createDirectories(root);
      Path probe = Files.createTempFile(root, ".ringtail-", UNFINISHED);
      Files.delete(probe);
    } catch (IOException e) {
      throw new StoreException(
          "cannot write to %s: %s; name a folder that root may write to with --output dir:PATH"
              .formatted(location(), reason(e)),
          false,
          e);
    }
  }

  @Override
  public Delivered put(String key, Path file, ObjectDigest digest) throws StoreException {
    Path object = resolve(key);
    try {
      Files.createDirectories(object.getParent());
      if (Files.exists(object)) {
        return confirmExisting(key, object, file, digest);
      }
      if (sameFileSystem(file, object.getParent())) {
        Files.createLink(object, file);
        confirmSize(key, object, digest);
        force(object.getParent());
        return new Delivered(true);
      }
      copy(key, file, object, digest);
      return new Delivered(false);
    } catch (IOException e) {
      throw new StoreException(
          "cannot deliver %s to %s: %s".formatted(key, location(), reason(e)), true, e);
    }
  }

  private Delivered confirmExisting(String key, Path object, Path file, ObjectDigest digest)
      throws IOException, StoreException {
    if (Files.size(object) == digest.bytes() && sha256(object).equals(digest.sha256())) {
      return new Delivered(Files.isSameFile(object, file));
    }
    throw new StoreException(
        "%s already has an object %s with other content; it is not overwritten"
            .formatted(location(), key),
        false,
        null);
  }

  private static boolean sameFileSystem(Path file, Path folder) throws IOException {
    return Files.getAttribute(file, "unix:dev").equals(Files.getAttribute(folder, "unix:dev"));
  }

  private void copy(String key, Path file, Path object, ObjectDigest digest)
      throws IOException, StoreException {
    Path unfinished = object.resolveSibling("." + object.getFileName() + UNFINISHED);
    try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
        FileChannel to =
            FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
      for (long at = 0; at < digest.bytes(); ) {
        at += from.transferTo(at, digest.bytes() - at, to);
      }
      to.force(true);
    }
    confirmSize(key, unfinished, digest);
    String written = sha256(unfinished);
    if (!written.equals(digest.sha256())) {
      Files.delete(unfinished);
      throw new StoreException(
          "%s holds %s with SHA-256 %s instead of %s; the disk may be failing"
              .formatted(location(), key, written, digest.sha256()),
          true,
          null);
    }
    Files.createLink(object, unfinished);
    Files.delete(unfinished);
    force(object.getParent());
  }

  private void confirmSize(String key, Path object, ObjectDigest digest)
      throws IOException, StoreException {
    long bytes = Files.size(object);
    if (bytes != digest.bytes()) {
      throw new StoreException(
          "%s holds %s with %d bytes instead of %d"
              .formatted(location(), key, bytes, digest.bytes()),
          true,
          null);
    }
  }

  @Override
  public void putDocument(String key, byte[] content, String contentType) throws StoreException {
    Path object = resolve(key);
    Path unfinished = object.resolveSibling("." + object.getFileName() + UNFINISHED);
    try {
      Files.createDirectories(object.getParent());
      WholeFile.replace(object, unfinished, content, true);
      force(object.getParent());
    } catch (IOException e) {
      throw new StoreException(
          "cannot write %s to %s: %s".formatted(key, location(), reason(e)), true, e);
    }
  }

  @Override
  public int abortUnfinished(String prefix) throws StoreException {
    Path folder = resolve(prefix);
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      int removed = 0;
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.getFileName().toString().endsWith(UNFINISHED)) {
          Files.delete(file);
          removed++;
        }
      }
      return removed;
    } catch (IOException e) {
      throw new StoreException("cannot tidy %s: %s".formatted(location(), reason(e)), true, e);
    }
  }

  private Path resolve(String key) {
    Path path = root.resolve(key).normalize();
    if (!path.startsWith(root)) {
      throw new IllegalArgumentException("object key " + key + " leads out of " + root);
    }
    return path;
  }

  private static void force(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static String sha256(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), SegmentScan.sha256())) {
      byte[] buffer = new byte[COPY_BYTES];
      while (in.read(buffer) >= 0) {
        // reading is digesting
      }
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    }
  }

  private static String reason(IOException e) {
    return e instanceof NoSuchFileException ? "no such file " + e.getMessage() : e.toString();
  }

  @Override
  public void close() {
    // holds nothing
  }
}
