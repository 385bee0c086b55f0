// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * A network interface and its queues, from {@code /sys/class/net}. The receive-side scaling table
 * is not here ({@link ReceiveSpread}): the kernel gives it through an ethtool call only.
 *
 * @param name interface name
 * @param device folder of its device, absent for software interfaces (veth, bridge, bond, VLAN)
 * @param driver driver name, empty for software interfaces
 * @param numaNode memory node of its slot, -1 when unknown
 * @param speedMbps link speed in megabit per second, -1 when unknown
 * @param mtu largest payload in bytes, -1 when unknown
 * @param napi how its polls are tuned
 * @param receive receive queues by number
 * @param transmit transmit queues by number
 * @param lower interfaces directly below this one (bond members, the parent of a VLAN)
 */
public record NicQueues(
    String name,
    Optional<String> device,
    String driver,
    int numaNode,
    long speedMbps,
    long mtu,
    Napi napi,
    List<ReceiveQueue> receive,
    List<TransmitQueue> transmit,
    List<String> lower) {
  private static final String NET = "/sys/class/net/";

  /**
   * Settings of the polls.
   *
   * @param deferHardIrqs polls without packets before the interrupt is armed again, -1 when unknown
   * @param groFlushTimeoutNs nanoseconds until the next such poll, -1 when unknown
   * @param threaded whether polls run in kernel threads instead of in the interrupt's softirq
   */
  public record Napi(long deferHardIrqs, long groFlushTimeoutNs, boolean threaded) {}

  /**
   * A receive queue.
   *
   * @param index its number
   * @param interrupt its interrupt, absent when it has none of its own
   * @param receivesOn CPUs that receive its packets now, as far as known
   * @param mayReceiveOn CPUs that may do so without anybody changing a setting
   * @param rps CPUs to which the stack steers its packets, empty when it does not, absent when
   *     unreadable
   */
  public record ReceiveQueue(
      int index,
      Optional<Interrupt> interrupt,
      CpuSet receivesOn,
      CpuSet mayReceiveOn,
      Optional<CpuSet> rps) {}

  /**
   * A transmit queue.
   *
   * @param index its number
   * @param xps CPUs that send through it, empty when it is not restricted, absent when unreadable
   */
  public record TransmitQueue(int index, Optional<CpuSet> xps) {}

  /** The file that sets the CPUs to which a queue's packets are steered. */
  public static String rpsFile(String nic, int queue) {
    return NET + nic + "/queues/rx-" + queue + "/rps_cpus";
  }

  /** Whether there is hardware, or a hypervisor's device, behind it. */
  public boolean hasDevice() {
    return device.isPresent();
  }

  /**
   * CPUs that receive its packets now, as far as known; empty for software interfaces, where any
   * CPU may.
   */
  public CpuSet receivesOn() {
    return receive.stream().map(ReceiveQueue::receivesOn).reduce(CpuSet.EMPTY, CpuSet::union);
  }

  /** CPUs that may receive its packets without anybody changing a setting. */
  public CpuSet mayReceiveOn() {
    return receive.stream().map(ReceiveQueue::mayReceiveOn).reduce(CpuSet.EMPTY, CpuSet::union);
  }

  /** CPUs to which the stack steers packets of any of its queues. */
  public CpuSet steeredTo() {
    return receive.stream()
        .flatMap(queue -> queue.rps().stream())
        .reduce(CpuSet.EMPTY, CpuSet::union);
  }

  /** Reads one interface; nothing when there is none of that name in this network namespace. */
  public static Optional<NicQueues> read(HostTree tree, String name) {
    String folder = NET + name;
    if (name.isEmpty() || name.contains("/") || name.startsWith(".") || !tree.exists(folder)) {
      return Optional.empty();
    }
    Optional<String> device = tree.resolved(folder + "/device");
    List<String> queues = tree.children(folder + "/queues");
    return Optional.of(
        new NicQueues(
            name,
            device,
            device.flatMap(at -> tree.resolved(at + "/driver")).map(NicQueues::lastPart).orElse(""),
            device.map(at -> numaNode(tree, at)).orElse(-1),
            tree.number(folder + "/speed").orElse(-1),
            tree.number(folder + "/mtu").orElse(-1),
            new Napi(
                tree.number(folder + "/napi_defer_hard_irqs").orElse(-1),
                tree.number(folder + "/gro_flush_timeout").orElse(-1),
                tree.number(folder + "/threaded").orElse(0) != 0),
            receiveQueues(
                tree, name, device, (int) queues.stream().filter(q -> q.startsWith("rx-")).count()),
            transmitQueues(tree, folder, queues),
            tree.children(folder).stream()
                .filter(f -> f.startsWith("lower_"))
                .map(f -> f.substring(6))
                .toList()));
  }

  /**
   * The named interfaces with hardware replaced for software: a bond, team or VLAN by what lies
   * below it, down to the interfaces that receive. One without anything below stays; names that do
   * not exist are left out; no interface is twice.
   */
  public static List<NicQueues> resolve(HostTree tree, List<String> names) {
    List<NicQueues> found = new ArrayList<>();
    names.forEach(name -> descend(tree, name, new LinkedHashSet<>(), found));
    return List.copyOf(found);
  }

  private static void descend(HostTree tree, String name, Set<String> seen, List<NicQueues> found) {
    if (!seen.add(name)) {
      return;
    }
    read(tree, name)
        .ifPresent(
            nic -> {
              if (!nic.lower().isEmpty() && seen.size() < 64) {
                nic.lower().forEach(below -> descend(tree, below, seen, found));
              } else if (found.stream().noneMatch(other -> other.name().equals(name))) {
                found.add(nic);
              }
            });
  }

  private static List<ReceiveQueue> receiveQueues(
      HostTree tree, String name, Optional<String> device, int count) {
    SortedMap<Integer, Interrupt> interrupts =
        QueueNaming.byQueue(
            device.map(at -> Interrupt.ofDevice(tree, at)).orElse(List.of()), count);
    List<CpuSet> channels = device.map(at -> hypervChannels(tree, at)).orElse(List.of());
    List<ReceiveQueue> queues = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      Optional<Interrupt> interrupt = Optional.ofNullable(interrupts.get(index));
      CpuSet channel = index < channels.size() ? channels.get(index) : CpuSet.EMPTY;
      queues.add(
          new ReceiveQueue(
              index,
              interrupt,
              interrupt.map(Interrupt::firesOn).orElse(channel),
              interrupt.map(Interrupt::mayFireOn).orElse(channel),
              tree.cpuMask(rpsFile(name, index))));
    }
    return List.copyOf(queues);
  }

  /** hv_netvsc has no interrupts of its own: each queue is a VMBus channel that signals one CPU. */
  private static List<CpuSet> hypervChannels(HostTree tree, String device) {
    String folder = device + "/channels";
    return tree.children(folder).stream()
        .flatMap(id -> tree.cpuList(folder + "/" + id + "/cpu").stream())
        .toList();
  }

  private static List<TransmitQueue> transmitQueues(
      HostTree tree, String folder, List<String> queues) {
    List<TransmitQueue> found = new ArrayList<>();
    for (String queue : queues) {
      if (queue.startsWith("tx-")) {
        found.add(
            new TransmitQueue(
                found.size(), tree.cpuMask(folder + "/queues/" + queue + "/xps_cpus")));
      }
    }
    return List.copyOf(found);
  }

  private static int numaNode(HostTree tree, String device) {
    for (String folder = device;
        folder.startsWith("/sys/devices/");
        folder = Interrupt.parent(folder)) {
      if (tree.exists(folder + "/numa_node")) {
        return (int) tree.number(folder + "/numa_node").orElse(-1);
      }
    }
    return -1;
  }

  private static String lastPart(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
