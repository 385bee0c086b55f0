// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.store;

import com.github.luben.zstd.ZstdInputStream;
import dev.ringtail.cli.store.NodeManifest.StoredObject;
import dev.ringtail.cli.store.StoreException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Brings an object here, however often the connection breaks: what has arrived stays in a file
 * beside the target, and the rest is asked for. Only what has the size and the hash that the
 * manifest says gets the target's name.
 */
public final class ObjectFetch {
  /** Attempts in a row that bring nothing. */
  private static final int FRUITLESS = 8;

  private static final long FIRST_PAUSE_MS = 100;
  private static final long LONGEST_PAUSE_MS = 3_000;
  private static final int BUFFER_BYTES = 1 << 18;

  private final Bucket bucket;
  private final LongConsumer arrived;

  /**
   * @param arrived told of every number of bytes that comes, or that was here already
   */
  public ObjectFetch(Bucket bucket, LongConsumer arrived) {
    this.bucket = bucket;
    this.arrived = arrived;
  }

  /**
   * @param target a pcapng file afterwards, also if the object is compressed
   * @throws StoreException when the store does not give it, or something else
   * @throws IOException when it cannot be written
   */
  public void to(Path target, StoredObject object)
      throws StoreException, IOException, InterruptedException {
    Path part = target.resolveSibling(target.getFileName() + ".part");
    bring(object, part);
    requireHash(
        object.key(), object.sha256(), digestOf(part, OutputStream.nullOutputStream()), part);
    if (object.isCompressed()) {
      unpack(object, part, target);
    } else {
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private void bring(StoredObject object, Path part)
      throws StoreException, IOException, InterruptedException {
    if (size(part) > object.bytes()) {
      Files.delete(part);
    }
    arrived.accept(size(part));
    int fruitless = 0;
    while (size(part) < object.bytes()) {
      long before = size(part);
      StoreException fault = attempt(object, part);
      if (size(part) > object.bytes()) {
        Files.delete(part);
        throw new StoreException(
            Kind.DAMAGED,
            "%s in %s has more than the %d bytes that the manifest says"
                .formatted(object.key(), bucket.place(), object.bytes()),
            null);
      }
      if (size(part) == object.bytes()) {
        return;
      }
      fruitless = size(part) > before ? 0 : fruitless + 1;
      if (fruitless >= FRUITLESS) {
        throw fault != null
            ? fault
            : new StoreException(
                Kind.DAMAGED,
                "%s in %s ends after %d of %d bytes"
                    .formatted(object.key(), bucket.place(), size(part), object.bytes()),
                null);
      }
      TimeUnit.MILLISECONDS.sleep(
          Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << Math.min(fruitless, 5)));
    }
  }

  /** The fault that another attempt may mend, or null. */
  private StoreException attempt(StoredObject object, Path part)
      throws StoreException, IOException {
    try {
      bucket.append(object.key(), part, arrived);
      return null;
    } catch (StoreException e) {
      if (e.kind() != Kind.PASSING) {
        throw e;
      }
      return e;
    }
  }

  private static long size(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  private void unpack(StoredObject object, Path packed, Path target)
      throws StoreException, IOException {
    Path unpacked = target.resolveSibling(target.getFileName() + ".unpacked");
    try (InputStream in = new ZstdInputStream(Files.newInputStream(packed));
        OutputStream out = Files.newOutputStream(unpacked)) {
      String hash = digest(in, out);
      requireHash(object.key(), object.pcapngSha256(), hash, unpacked);
    }
    Files.move(unpacked, target, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(packed);
  }

  private void requireHash(String key, String expected, String found, Path file)
      throws StoreException, IOException {
    if (!found.equalsIgnoreCase(expected)) {
      Files.delete(file);
      throw new StoreException(
          Kind.DAMAGED,
          "%s in %s is damaged: its SHA-256 is %s, the manifest says %s"
              .formatted(key, bucket.place(), found, expected),
          null);
    }
  }

  private static String digestOf(Path file, OutputStream out) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return digest(in, out);
    }
  }

  private static String digest(InputStream in, OutputStream out) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      DigestOutputStream through = new DigestOutputStream(out, digest);
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        through.write(buffer, 0, count);
      }
      through.flush();
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
