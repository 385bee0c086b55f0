// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The CPUs of a node and what they share, from {@code /sys/devices/system/cpu} and {@code .../node}
 * (Documentation/ABI/testing/sysfs-devices-system-cpu).
 *
 * @param possible CPUs that may ever appear; the kernel's per-CPU memory is sized by it
 * @param present CPUs that are plugged in
 * @param online CPUs that run now
 * @param isolated CPUs taken from the scheduler's domains by {@code isolcpus=}
 * @param nohzFull CPUs without a periodic timer, by {@code nohz_full=}
 * @param l3Known false when the kernel shows no third-level cache (many virtual machines, some
 *     arm64): then the CPUs of one socket and NUMA node stand for its group
 * @param cpus the online CPUs by number
 */
public record CpuTopology(
    CpuSet possible,
    CpuSet present,
    CpuSet online,
    CpuSet isolated,
    CpuSet nohzFull,
    boolean l3Known,
    SortedMap<Integer, Cpu> cpus) {
  private static final String CPUS = "/sys/devices/system/cpu/";
  private static final String NODES = "/sys/devices/system/node/";

  /**
   * One online CPU.
   *
   * @param number the kernel's number
   * @param socket physical package, 0 where the firmware does not say
   * @param core core number within the socket, not unique across sockets
   * @param numaNode memory node, 0 on kernels without NUMA
   * @param siblings online CPUs of the same core, this one included
   * @param l3 online CPUs behind the same third-level cache, this one included
   */
  public record Cpu(int number, int socket, int core, int numaNode, CpuSet siblings, CpuSet l3) {}

  /** Takes an unmodifiable copy of the map. */
  public CpuTopology {
    cpus = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(cpus));
  }

  /**
   * Reads the tree.
   *
   * @throws HostTreeException when the list of online CPUs is missing or empty, or a list is not
   *     one
   */
  public static CpuTopology read(HostTree tree) {
    CpuSet online = online(tree);
    Map<Integer, Integer> nodes = numaNodes(tree);
    SortedMap<Integer, Cpu> cpus = new TreeMap<>();
    boolean l3Known = true;
    for (int number : online) {
      Optional<CpuSet> l3 = l3(tree, number);
      l3Known &= l3.isPresent();
      cpus.put(number, cpu(tree, number, online, nodes.getOrDefault(number, 0), l3));
    }
    return new CpuTopology(
        tree.cpuList(CPUS + "possible").orElse(online),
        tree.cpuList(CPUS + "present").orElse(online),
        online,
        tree.cpuList(CPUS + "isolated").orElse(CpuSet.EMPTY),
        tree.cpuList(CPUS + "nohz_full").orElse(CpuSet.EMPTY),
        l3Known,
        cpus);
  }

  /** This topology while the same CPUs are online, else a new one; errors as in {@link #read}. */
  CpuTopology again(HostTree tree) {
    return online(tree).equals(online) ? this : read(tree);
  }

  /**
   * Whether a CPU is on its way up or down. It is in or out of the list of online CPUs before all
   * drivers have heard of it (Linux, include/linux/cpuhotplug.h: the order of the states). That a
   * state is not the target is not enough: before 6.2 the CPU that booted has none.
   */
  public static boolean isChanging(HostTree tree) {
    List<Hotplug> all =
        tree.children(CPUS).stream()
            .filter(name -> name.matches("cpu[0-9]{1,5}"))
            .map(name -> Hotplug.read(tree, CPUS + name + "/hotplug/"))
            .toList();
    long wholly = all.stream().mapToLong(Hotplug::state).max().orElse(0);
    return all.stream().anyMatch(one -> one.isBelow(wholly));
  }

  /** How far a CPU has come, from 0, away, to the greatest number of all, wholly there. */
  private record Hotplug(long state, long target) {
    static Hotplug read(HostTree tree, String folder) {
      long state = tree.number(folder + "state").orElse(0);
      return new Hotplug(state, tree.number(folder + "target").orElse(state));
    }

    boolean isBelow(long wholly) {
      return state != target && state > 0 && state < wholly;
    }
  }

  private static CpuSet online(HostTree tree) {
    return tree.cpuList(CPUS + "online")
        .filter(set -> !set.isEmpty())
        .orElseThrow(
            () ->
                new HostTreeException(
                    "File " + CPUS + "online is missing or empty: mount /sys of the node."));
  }

  private static Cpu cpu(HostTree tree, int number, CpuSet online, int node, Optional<CpuSet> l3) {
    String folder = CPUS + "cpu" + number + "/topology/";
    int socket = (int) Math.max(0, tree.number(folder + "physical_package_id").orElse(0));
    int core = (int) Math.max(0, tree.number(folder + "core_id").orElse(number));
    // The newer names came with 5.3; both are in use, and older kernels have only the second.
    CpuSet siblings =
        tree.cpuList(folder + "core_cpus_list")
            .or(() -> tree.cpuList(folder + "thread_siblings_list"))
            .orElse(CpuSet.EMPTY);
    CpuSet socketCpus =
        tree.cpuList(folder + "package_cpus_list")
            .or(() -> tree.cpuList(folder + "core_siblings_list"))
            .orElse(online);
    CpuSet nodeCpus = tree.cpuList(NODES + "node" + node + "/cpulist").orElse(online);
    CpuSet shared = l3.orElseGet(() -> socketCpus.intersect(nodeCpus));
    return new Cpu(
        number,
        socket,
        core,
        node,
        siblings.plus(number).intersect(online),
        shared.plus(number).intersect(online));
  }

  private static Optional<CpuSet> l3(HostTree tree, int number) {
    String cache = CPUS + "cpu" + number + "/cache/index";
    for (int index = 3; index >= 0; index--) {
      if (tree.number(cache + index + "/level").orElse(0) == 3) {
        return tree.cpuList(cache + index + "/shared_cpu_list");
      }
    }
    return Optional.empty();
  }

  private static Map<Integer, Integer> numaNodes(HostTree tree) {
    Map<Integer, Integer> nodes = new TreeMap<>();
    for (String name : tree.children(NODES)) {
      if (name.matches("node[0-9]{1,5}")) {
        int node = Integer.parseInt(name.substring(4));
        tree.cpuList(NODES + name + "/cpulist").orElse(CpuSet.EMPTY).stream()
            .forEach(cpu -> nodes.put(cpu, node));
      }
    }
    return nodes;
  }

  /** Online CPUs of the CPU's core; the CPU alone when it is offline or unknown. */
  public CpuSet siblings(int cpu) {
    Cpu known = cpus.get(cpu);
    return known == null ? CpuSet.of(cpu) : known.siblings();
  }

  /** These CPUs and all online CPUs of their cores. */
  public CpuSet withSiblings(CpuSet set) {
    CpuSet all = set;
    for (int cpu : set) {
      all = all.union(siblings(cpu));
    }
    return all;
  }

  /**
   * Online CPUs behind the CPU's third-level cache; the CPU alone when it is offline or unknown.
   */
  public CpuSet l3(int cpu) {
    Cpu known = cpus.get(cpu);
    return known == null ? CpuSet.of(cpu) : known.l3();
  }

  /** Memory node of the CPU; -1 when it is offline or unknown. */
  public int numaNode(int cpu) {
    Cpu known = cpus.get(cpu);
    return known == null ? -1 : known.numaNode();
  }

  /** Online CPUs of a memory node; empty when it has none. */
  public CpuSet cpusOfNode(int node) {
    return CpuSet.of(
        cpus.values().stream().filter(cpu -> cpu.numaNode() == node).mapToInt(Cpu::number));
  }

  /**
   * How far two CPUs are apart: 0 same core, 1 same third-level cache, 2 same memory node, 3
   * otherwise.
   */
  public int distance(int a, int b) {
    return siblings(a).contains(b) ? 0 : l3(a).contains(b) ? 1 : numaNode(a) == numaNode(b) ? 2 : 3;
  }

  /** The online cores, each as its CPUs, ordered by their first CPU. */
  public List<CpuSet> cores() {
    return distinct(cpus.values().stream().map(Cpu::siblings).toList());
  }

  /** The groups of online CPUs with a common third-level cache, ordered by their first CPU. */
  public List<CpuSet> l3Groups() {
    return distinct(cpus.values().stream().map(Cpu::l3).toList());
  }

  private static List<CpuSet> distinct(List<CpuSet> sets) {
    return List.copyOf(new ArrayList<>(new LinkedHashSet<>(sets)));
  }
}
