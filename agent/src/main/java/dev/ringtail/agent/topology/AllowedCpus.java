// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.util.Arrays;
import java.util.List;
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
    List<String> groups = tree.text("/proc/self/cgroup").stream().flatMap(String::lines).toList();
    List<String> mounts =
        tree.text("/proc/self/mountinfo").stream().flatMap(String::lines).toList();
    return versionOne(tree, groups, mounts).or(() -> versionTwo(tree, groups, mounts));
  }

  private static Optional<CpuSet> versionOne(
      HostTree tree, List<String> groups, List<String> mounts) {
    return group(groups, "cpuset")
        .flatMap(group -> folder(mounts, "cgroup", "cpuset", group))
        .flatMap(
            at ->
                nonEmpty(tree, at.folder() + "/cpuset.effective_cpus")
                    .or(() -> nonEmpty(tree, at.folder() + "/cpuset.cpus")));
  }

  /**
   * A version 2 group without the cpuset controller has no such file: the nearest group above it
   * that has one counts.
   */
  private static Optional<CpuSet> versionTwo(
      HostTree tree, List<String> groups, List<String> mounts) {
    Optional<Place> place =
        group(groups, "").flatMap(group -> folder(mounts, "cgroup2", "", group));
    if (place.isEmpty()) {
      return Optional.empty();
    }
    String folder = place.get().folder();
    while (folder.length() >= place.get().mount().length()) {
      Optional<CpuSet> found = nonEmpty(tree, folder + "/cpuset.cpus.effective");
      if (found.isPresent()) {
        return found;
      }
      folder = folder.substring(0, folder.lastIndexOf('/'));
    }
    return Optional.empty();
  }

  private static Optional<CpuSet> nonEmpty(HostTree tree, String path) {
    return tree.cpuList(path).filter(set -> !set.isEmpty());
  }

  /**
   * The path in the line {@code hierarchy:controllers:path} of this controller; "" names version 2.
   */
  private static Optional<String> group(List<String> groups, String controller) {
    return groups.stream()
        .map(line -> line.split(":", 3))
        .filter(
            parts -> parts.length == 3 && Arrays.asList(parts[1].split(",")).contains(controller))
        .map(parts -> parts[2])
        .findFirst();
  }

  private record Place(String mount, String folder) {}

  /**
   * The group's folder: below the mount point the path is relative to the mount's own root, which
   * inside a container without a cgroup namespace is the container's group. Lines as in
   * proc_pid_mountinfo(5).
   */
  private static Optional<Place> folder(
      List<String> mounts, String type, String option, String group) {
    for (String line : mounts) {
      int separator = line.indexOf(" - ");
      String[] front = line.split(" ");
      String[] back = separator < 0 ? new String[0] : line.substring(separator + 3).split(" ");
      if (front.length < 5 || back.length < 3 || !back[0].equals(type)) {
        continue;
      }
      if (option.isEmpty() || Arrays.asList(back[2].split(",")).contains(option)) {
        return Optional.of(new Place(front[4], front[4] + below(front[3], group)));
      }
    }
    return Optional.empty();
  }

  private static String below(String mountRoot, String group) {
    if (group.contains("..") || group.equals("/")) {
      return "";
    }
    if (mountRoot.equals("/")) {
      return group;
    }
    return group.startsWith(mountRoot + "/") ? group.substring(mountRoot.length()) : "";
  }
}
