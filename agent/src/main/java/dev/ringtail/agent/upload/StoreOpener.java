// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import dev.ringtail.crds.v1alpha1.Output;

/** Opens the store that a job's output names. */
@FunctionalInterface
public interface StoreOpener {
  /**
   * @throws StoreException when this agent cannot deliver there
   */
  ObjectStore open(Output output) throws StoreException;
}
