// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.pod;

import dev.ringtail.agent.topology.HostTree;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the first process of a pod by {@code /proc/PID/cgroup}. A kubelet names a pod's control
 * group {@code pod<uid>}, below {@code kubepods}, or with the systemd driver {@code
 * kubepods-burstable-pod<uid>.slice}, where the uid has underscores for hyphens; so do versions 1
 * and 2, in any of the hierarchies, and relative to the reader's own group in a cgroup namespace.
 */
final class PodProcesses {
  /** Where the kernel's number of clock ticks at a process's start is, behind its name. */
  private static final int START_FIELD = 19;

  private final HostTree tree;

  PodProcesses(HostTree tree) {
    this.tree = tree;
  }

  /**
   * The process of each pod that was there first: the sandbox's, whose namespaces are the pod's.
   *
   * @param uids of pods
   * @return process ids by uid, without those pods that have no process here
   */
  Map<String, Long> first(Collection<String> uids) {
    Map<String, Long> found = new HashMap<>();
    Map<String, Long> starts = new HashMap<>();
    for (String name : tree.children("/proc")) {
      if (!name.isEmpty() && Character.isDigit(name.charAt(0))) {
        long pid = Long.parseLong(name);
        Optional<String> uid = podOf(pid, uids);
        Optional<Long> start = uid.flatMap(_ -> startOf(pid));
        if (start.isPresent() && start.get() < starts.getOrDefault(uid.get(), Long.MAX_VALUE)) {
          starts.put(uid.get(), start.get());
          found.put(uid.get(), pid);
        }
      }
    }
    return found;
  }

  /** Which of these pods a process belongs to. */
  Optional<String> podOf(long pid, Collection<String> uids) {
    Optional<String> groups =
        tree.text("/proc/%d/cgroup".formatted(pid)).filter(text -> text.contains("pod"));
    return groups.flatMap(
        text ->
            uids.stream()
                .filter(
                    uid ->
                        text.contains("pod" + uid) || text.contains("pod" + uid.replace('-', '_')))
                .findFirst());
  }

  /** From {@code /proc/PID/stat}; the name in it may hold spaces and parentheses. */
  private Optional<Long> startOf(long pid) {
    return tree.text("/proc/%d/stat".formatted(pid))
        .map(text -> text.substring(text.lastIndexOf(')') + 1).strip().split(" "))
        .filter(fields -> fields.length > START_FIELD)
        .map(fields -> Long.parseLong(fields[START_FIELD]));
  }
}
