// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.crds.v1alpha1.SpoolStatus;

/** The spool as the API shows it. */
final class SpoolReport {
  private SpoolReport() {}

  static SpoolStatus of(AgentStatus status) {
    return new SpoolStatus(
        status.spool().limitBytes(), status.spool().usedBytes(), status.spool().usedSegments());
  }
}
