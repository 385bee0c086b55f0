// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import dev.ringtail.crds.v1alpha1.Output;
import java.nio.file.Path;

/** Opens the store that a job's output names. */
@FunctionalInterface
public interface StoreOpener {
  /**
   * @throws StoreException when this agent cannot deliver there
   */
  ObjectStore open(Output output) throws StoreException;

  /** Opens what this agent knows. */
  static StoreOpener standard() {
    return output -> {
      if (output.directory() != null) {
        return new DirectoryObjectStore(Path.of(output.directory().path()));
      }
      throw new StoreException(
          "output s3://%s is not in this version; name a folder with --output dir:PATH"
              .formatted(output.s3().bucket()),
          false,
          null);
    };
  }
}
