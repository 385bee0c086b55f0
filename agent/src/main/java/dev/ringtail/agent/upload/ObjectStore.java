// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import java.nio.file.Path;

/**
 * Where objects go. Implementations are safe to call from several threads. An object, once
 * delivered, is never overwritten; the manifest is the one document that is.
 */
public interface ObjectStore extends AutoCloseable {
  /** The place in a form for messages, such as {@code s3://captures/edge} or {@code dir:/data}. */
  String location();

  /**
   * Finds out whether objects can be delivered here, before anything is attached.
   *
   * @throws StoreException with the place, the store's own words and what to do
   */
  void check() throws StoreException;

  /**
   * Delivers a file and returns when the store has confirmed its size and checksum. If an object of
   * this key is there already with the same content, as after a crash between delivery and note,
   * that counts as delivered.
   *
   * @param key object key below the store's place, {@code /} between its parts
   * @param file the sealed segment; the store may take the file itself, see {@link Delivered}
   * @param digest what the file holds
   * @throws StoreException when it is not delivered; the object is then not there
   */
  Delivered put(String key, Path file, ObjectDigest digest)
      throws StoreException, InterruptedException;

  /**
   * Writes a small document, over an earlier one of the same key.
   *
   * @param contentType such as {@code application/json}
   */
  void putDocument(String key, byte[] content, String contentType)
      throws StoreException, InterruptedException;

  /**
   * Removes what unfinished deliveries below this prefix have left in the store.
   *
   * @return how many there were
   */
  int abortUnfinished(String prefix) throws StoreException, InterruptedException;

  @Override
  void close();

  /**
   * What became of a delivery.
   *
   * @param fileTaken whether the file itself is now the object, under another name: the caller may
   *     remove its name for it, and must not write to it any more
   */
  record Delivered(boolean fileTaken) {}
}
