// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.status.CpuStatus;
import dev.ringtail.agent.status.ReaderStatus;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.crds.v1alpha1.NodeCaptureSpec;
import dev.ringtail.crds.v1alpha1.PlacementStatus;
import dev.ringtail.crds.value.CpuList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which CPUs receive and read, as the API shows it. */
final class PlacementReport {
  private PlacementReport() {}

  /** Null before a capture. */
  static PlacementStatus of(NodeCaptureSpec spec, Optional<AgentStatus> status) {
    return status
        .map(
            now ->
                new PlacementStatus(
                    spec.placement().policy(),
                    list(now.cpus().stream().mapToInt(CpuStatus::cpu)),
                    list(
                        now.readers().stream()
                            .map(ReaderStatus::allowedCpus)
                            .filter(cpus -> !cpus.isEmpty())
                            .flatMapToInt(cpus -> CpuSet.parse(cpus).stream())),
                    false,
                    null,
                    List.of()))
        .orElse(null);
  }

  private static CpuList list(IntStream cpus) {
    CpuSet set = CpuSet.of(cpus.distinct());
    return set.size() == 0 ? null : CpuList.of(set.toString());
  }
}
