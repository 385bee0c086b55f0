// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.upload.ObjectDigest;
import dev.ringtail.agent.upload.ObjectStore;
import dev.ringtail.agent.upload.StoreException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A store as the runs of one job use it: the manifest that a run writes is kept in the job's
 * folder, and becomes, together with those of the runs before, the one manifest of the node.
 */
final class JobStore implements ObjectStore {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final ObjectStore store;
  private final JobFolder folder;
  private final String run;
  private final boolean isProven;

  /**
   * @param run the one that delivers
   * @param isProven whether an earlier run has delivered here: then a store that is away is no
   *     reason not to capture
   */
  JobStore(ObjectStore store, JobFolder folder, String run, boolean isProven) {
    this.store = store;
    this.folder = folder;
    this.run = run;
    this.isProven = isProven;
  }

  @Override
  public String location() {
    return store.location();
  }

  @Override
  public void check() throws StoreException {
    if (!isProven) {
      store.check();
    }
  }

  @Override
  public Delivered put(String key, Path file, ObjectDigest digest)
      throws StoreException, InterruptedException {
    return store.put(key, file, digest);
  }

  @Override
  public void putDocument(String key, byte[] content, String contentType)
      throws StoreException, InterruptedException {
    if (!key.endsWith("/" + Manifest.FILE_NAME)) {
      store.putDocument(key, content, contentType);
      return;
    }
    synchronized (folder) {
      folder.keep(parse(content));
      store.putDocument(key, Manifest.of(folder.manifests()).toJson(), contentType);
    }
  }

  private static Manifest parse(byte[] content) {
    try {
      return MAPPER.readValue(content, Manifest.class);
    } catch (IOException e) {
      throw new IllegalStateException("a manifest cannot be read that was written just now", e);
    }
  }

  /** Of this run only: another one may be delivering. */
  @Override
  public int abortUnfinished(String prefix) throws StoreException, InterruptedException {
    return store.abortUnfinished(prefix + run);
  }

  @Override
  public void close() {
    store.close();
  }
}
