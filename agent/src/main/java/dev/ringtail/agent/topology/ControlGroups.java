// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The folders of this process's control groups, from its own upwards to where the hierarchy is
 * mounted, as {@code /proc/self/cgroup} and {@code mountinfo} give them.
 */
public final class ControlGroups {
  private final List<String> groups;
  private final List<String> mounts;

  private ControlGroups(List<String> groups, List<String> mounts) {
    this.groups = groups;
    this.mounts = mounts;
  }

  /** Reads both files; without them there are no groups. */
  public static ControlGroups read(HostTree tree) {
    return new ControlGroups(lines(tree, "cgroup"), lines(tree, "mountinfo"));
  }

  private static List<String> lines(HostTree tree, String file) {
    return tree.text("/proc/self/" + file).stream().flatMap(String::lines).toList();
  }

  /** Folders of a version 1 controller; none when it is not mounted. */
  public List<String> ofVersionOne(String controller) {
    return group(controller).map(group -> folders("cgroup", controller, group)).orElse(List.of());
  }

  /** Folders of version 2; none when it is not mounted. */
  public List<String> ofVersionTwo() {
    return group("").map(group -> folders("cgroup2", "", group)).orElse(List.of());
  }

  /**
   * The path in the line {@code hierarchy:controllers:path} of this controller; "" names version 2.
   */
  private Optional<String> group(String controller) {
    return groups.stream()
        .map(line -> line.split(":", 3))
        .filter(
            parts -> parts.length == 3 && Arrays.asList(parts[1].split(",")).contains(controller))
        .map(parts -> parts[2])
        .findFirst();
  }

  /**
   * Below the mount point the path is relative to the mount's own root, which inside a container
   * without a cgroup namespace is the container's group. Lines as in proc_pid_mountinfo(5).
   */
  private List<String> folders(String type, String option, String group) {
    for (String line : mounts) {
      int separator = line.indexOf(" - ");
      String[] front = line.split(" ");
      String[] back = separator < 0 ? new String[0] : line.substring(separator + 3).split(" ");
      if (front.length < 5 || back.length < 3 || !back[0].equals(type)) {
        continue;
      }
      if (option.isEmpty() || Arrays.asList(back[2].split(",")).contains(option)) {
        return upwards(front[4], front[4] + below(front[3], group));
      }
    }
    return List.of();
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

  private static List<String> upwards(String mount, String folder) {
    List<String> folders = new ArrayList<>();
    for (String at = folder;
        at.length() >= mount.length();
        at = at.substring(0, at.lastIndexOf('/'))) {
      folders.add(at);
    }
    return folders;
  }
}
