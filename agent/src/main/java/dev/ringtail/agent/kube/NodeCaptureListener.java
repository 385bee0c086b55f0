// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kube;

import dev.ringtail.crds.v1alpha1.NodeCapture;

/** Is told what becomes of the plan, on any thread; must not wait. */
public interface NodeCaptureListener {
  /** The plan as it is now; may be told again without a change. */
  void changed(NodeCapture capture);

  /** The object is gone and does not come back. */
  void gone();
}
