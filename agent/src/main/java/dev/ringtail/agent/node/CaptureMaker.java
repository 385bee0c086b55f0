// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.capture.CaptureRefusedException;
import dev.ringtail.agent.capture.CaptureSession;
import dev.ringtail.agent.upload.StoreOpener;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import java.nio.file.Path;

/** Makes the session that carries out a plan, in the same way as without a cluster. */
@FunctionalInterface
public interface CaptureMaker {
  /**
   * @param capture the plan
   * @param run what is particular to this life of the agent
   * @param stores opens the store that the session closes
   * @return ready to be started
   * @throws CaptureRefusedException with the reason; nothing is left behind
   */
  CaptureSession make(NodeCapture capture, Run run, StoreOpener stores)
      throws CaptureRefusedException;

  /**
   * @param name of the run, which begins the names of its objects
   * @param spool its folder
   * @param limits what is left of the job's for it
   */
  record Run(String name, Path spool, CapturePlan.Limits limits) {}
}
