// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.util.Optional;

/**
 * The CPUs this process may run on.
 *
 * @param affinity what its scheduler affinity says now ({@code taskset}, {@code isolcpus=})
 * @param cpuset what its control group allows, if a cpuset controller is mounted; the affinity can
 *     be widened to it but never beyond
 */
public record AllowedCpus(CpuSet affinity, Optional<CpuSet> cpuset) {

  /**
   * Reads {@code /proc/self} and the control groups of version 1 or 2 that it names; online CPUs
   * when there is neither.
   */
  public static AllowedCpus read(HostTree tree, CpuSet online) {
    CpuSet affinity =
        tree.text("/proc/self/status").stream()
            .flatMap(String::lines)
            .filter(line -> line.startsWith("Cpus_allowed_list:"))
            .map(line -> CpuSet.parse(line.substring(line.indexOf(':') + 1)))
            .findFirst()
            .orElse(online);
    return new AllowedCpus(
        affinity.intersect(online), cpuset(tree).map(set -> set.intersect(online)));
  }

  /** Where threads may be pinned without being asked for: within affinity and control group. */
  public CpuSet usable() {
    return cpuset.map(affinity::intersect).filter(set -> !set.isEmpty()).orElse(affinity);
  }

  /**
   * Where threads can be pinned when somebody names the CPUs: within the control group, or anywhere
   * online.
   */
  public CpuSet reachable(CpuSet online) {
    return cpuset.orElse(online);
  }

  private static Optional<CpuSet> cpuset(HostTree tree) {
    ControlGroups groups = ControlGroups.read(tree);
    return versionOne(tree, groups).or(() -> versionTwo(tree, groups));
  }

  private static Optional<CpuSet> versionOne(HostTree tree, ControlGroups groups) {
    return groups.ofVersionOne("cpuset").stream()
        .findFirst()
        .flatMap(
            own ->
                nonEmpty(tree, own + "/cpuset.effective_cpus")
                    .or(() -> nonEmpty(tree, own + "/cpuset.cpus")));
  }

  /**
   * A version 2 group without the cpuset controller has no such file: the nearest group above it
   * that has one counts.
   */
  private static Optional<CpuSet> versionTwo(HostTree tree, ControlGroups groups) {
    return groups.ofVersionTwo().stream()
        .flatMap(group -> nonEmpty(tree, group + "/cpuset.cpus.effective").stream())
        .findFirst();
  }

  private static Optional<CpuSet> nonEmpty(HostTree tree, String path) {
    return tree.cpuList(path).filter(set -> !set.isEmpty());
  }
}
