// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.ClusterNames;
import dev.ringtail.cli.follow.JobView;
import dev.ringtail.crds.v1alpha1.Phase;
import java.util.function.Consumer;

/** Notes who has which address when the capture begins: pods may be gone at its end. */
final class NamesWhileCapturing implements Consumer<JobView> {
  private final ClusterNames names;
  private boolean isNoted;

  NamesWhileCapturing(ClusterNames names) {
    this.names = names;
  }

  @Override
  public void accept(JobView view) {
    if (!isNoted && view.phase() == Phase.CAPTURING) {
      names.note();
      isNoted = true;
    }
  }
}
