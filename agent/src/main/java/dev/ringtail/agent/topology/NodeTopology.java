// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.util.List;
import java.util.OptionalInt;

/**
 * Everything about a node that placement depends on, at one moment.
 *
 * @param cpus its CPUs
 * @param allowed those this process may use
 * @param kubelet those that belong to containers alone
 * @param nics the interfaces asked for, bonds and VLANs resolved to what lies below
 * @param irqbalance process that may move any interrupt at any time, absent where none is seen
 */
public record NodeTopology(
    CpuTopology cpus,
    AllowedCpus allowed,
    KubeletCpus kubelet,
    List<NicQueues> nics,
    OptionalInt irqbalance) {

  /**
   * Reads the node as it is now.
   *
   * @param interfaces names of the interfaces to capture
   * @throws HostTreeException when the list of online CPUs is missing, or a list of CPUs is not one
   */
  public static NodeTopology read(HostTree tree, List<String> interfaces) {
    return read(tree, interfaces, CpuTopology.read(tree), irqbalance(tree));
  }

  /**
   * Reads the node again, cheaply enough for every second: not its processes, and what CPUs share
   * only when others are online. Parameters and errors as in {@link #read}.
   */
  public NodeTopology again(HostTree tree, List<String> interfaces) {
    return read(tree, interfaces, cpus.again(tree), irqbalance);
  }

  private static NodeTopology read(
      HostTree tree, List<String> interfaces, CpuTopology cpus, OptionalInt irqbalance) {
    return new NodeTopology(
        cpus,
        AllowedCpus.read(tree, cpus.online()),
        KubeletCpus.read(tree),
        NicQueues.resolve(tree, interfaces),
        irqbalance);
  }

  private static OptionalInt irqbalance(HostTree tree) {
    return tree.children("/proc").stream()
        .filter(name -> name.matches("[0-9]{1,9}"))
        .filter(pid -> tree.text("/proc/" + pid + "/comm").orElse("").equals("irqbalance"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }

  /**
   * Online CPUs that nobody has set apart: not isolated, not without timer, not a container's own.
   */
  public CpuSet housekeeping() {
    return cpus.online().minus(cpus.isolated()).minus(cpus.nohzFull()).minus(kubelet.exclusive());
  }

  /**
   * CPUs on which threads of this process may be put: allowed to it and housekeeping. A process
   * that may use none of those was given CPUs of its own (by the kubelet, or on isolated ones), and
   * these are then meant for it.
   */
  public CpuSet usable() {
    CpuSet common = allowed.usable().intersect(housekeeping());
    return common.isEmpty() ? allowed.usable() : common;
  }
}
