// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.ObjectDigest;
import dev.ringtail.agent.upload.StoreException;
import java.util.Optional;

/**
 * Writes that overwrite nothing: by a condition that the store holds to ({@code If-None-Match}, RFC
 * 9110 section 13.1.2), or by looking first where it knows no conditions.
 */
final class ConditionalWrite {
  private static final String NOTHING_THERE = "*";
  private static final int PRECONDITION_FAILED = 412;
  private static final int NOT_IMPLEMENTED = 501;

  private final StoredObjects stored;
  private volatile boolean supported = true;

  ConditionalWrite(StoredObjects stored) {
    this.stored = stored;
  }

  /**
   * @return the store's answer; empty if this very content is there already, as after an attempt
   *     whose answer was lost
   * @throws StoreException also when another content is there
   */
  <R> Optional<R> send(String key, ObjectDigest digest, Request<R> request)
      throws StoreException, InterruptedException {
    if (!supported) {
      return stored.holds(key, digest) ? Optional.empty() : Optional.of(request.send(null));
    }
    try {
      return Optional.of(request.send(NOTHING_THERE));
    } catch (StoreException e) {
      if (StoredObjects.isStatus(e, NOT_IMPLEMENTED)) {
        supported = false;
        return send(key, digest, request);
      }
      boolean mayBeThere =
          StoredObjects.isStatus(e, PRECONDITION_FAILED) || !StoredObjects.isAnswer(e);
      if (mayBeThere && stored.holds(key, digest)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** A request that takes a condition. */
  interface Request<R> {
    /**
     * @param ifNoneMatch value of the header, null for none
     */
    R send(String ifNoneMatch) throws StoreException, InterruptedException;
  }
}
