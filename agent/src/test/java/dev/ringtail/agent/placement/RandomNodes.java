// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.topology.AllowedCpus;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.CpuTopology;
import dev.ringtail.agent.topology.CpuTopology.Cpu;
import dev.ringtail.agent.topology.Interrupt;
import dev.ringtail.agent.topology.KubeletCpus;
import dev.ringtail.agent.topology.NicQueues;
import dev.ringtail.agent.topology.NicQueues.ReceiveQueue;
import dev.ringtail.agent.topology.NodeTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;

/**
 * Machines of any shape: sockets, caches, cores, threads, offline, forbidden, isolated and
 * exclusive CPUs, cards and masks.
 */
final class RandomNodes {
  private final Random random;

  RandomNodes(long seed) {
    random = new Random(seed);
  }

  NodeTopology node() {
    CpuTopology cpus = cpus();
    CpuSet affinity = orAll(cpus.online(), some(cpus.online(), 0.7));
    Optional<CpuSet> cpuset =
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(orAll(cpus.online(), some(cpus.online(), 0.6)));
    CpuSet exclusive = random.nextInt(3) == 0 ? some(cpus.online(), 0.3) : CpuSet.EMPTY;
    List<NicQueues> nics = new ArrayList<>();
    int firstInterrupt = 100;
    for (int i = random.nextInt(4); i > 0; i--) {
      NicQueues nic = nic("eth" + i, cpus, firstInterrupt);
      firstInterrupt += nic.receive().size();
      nics.add(nic);
    }
    return new NodeTopology(
        cpus,
        new AllowedCpus(affinity, cpuset),
        new KubeletCpus(exclusive, Optional.empty()),
        nics,
        random.nextInt(4) == 0 ? OptionalInt.of(77) : OptionalInt.empty());
  }

  private CpuTopology cpus() {
    int sockets = 1 + random.nextInt(3);
    int caches = 1 + random.nextInt(3);
    int cores = 1 + random.nextInt(5);
    int threads = 1 + random.nextInt(3);
    int total = sockets * caches * cores * threads;
    boolean threadsTogether = random.nextBoolean();
    CpuSet all = CpuSet.of(java.util.stream.IntStream.range(0, total));
    CpuSet online = orAll(all, random.nextBoolean() ? all : some(all, 0.8));
    TreeMap<Integer, Cpu> map = new TreeMap<>();
    for (int cpu : online) {
      int core = threadsTogether ? cpu / threads : cpu % (total / threads);
      int cache = core / cores;
      int socket = cache / caches;
      CpuSet siblings = CpuSet.EMPTY;
      CpuSet l3 = CpuSet.EMPTY;
      for (int other : online) {
        int otherCore = threadsTogether ? other / threads : other % (total / threads);
        siblings = otherCore == core ? siblings.plus(other) : siblings;
        l3 = otherCore / cores == cache ? l3.plus(other) : l3;
      }
      map.put(cpu, new Cpu(cpu, socket, core, socket, siblings, l3));
    }
    CpuSet isolated = random.nextInt(4) == 0 ? some(online, 0.3) : CpuSet.EMPTY;
    return new CpuTopology(all, all, online, isolated, CpuSet.EMPTY, true, map);
  }

  private NicQueues nic(String name, CpuTopology cpus, int firstInterrupt) {
    boolean software = random.nextInt(6) == 0;
    boolean withInterrupts = !software && random.nextInt(8) > 0;
    List<ReceiveQueue> queues = new ArrayList<>();
    for (int i = 1 + random.nextInt(9); i > 0; i--) {
      int index = queues.size();
      CpuSet affinity = orAll(cpus.possible(), some(cpus.possible(), 0.3));
      CpuSet effective =
          cpus.online()
              .limit(1 + random.nextInt(cpus.online().size()))
              .minus(cpus.online().limit(0));
      Optional<Interrupt> interrupt =
          withInterrupts
              ? Optional.of(
                  new Interrupt(
                      firstInterrupt + index,
                      name + "-TxRx-" + index,
                      random.nextInt(9) == 0 ? Optional.empty() : Optional.of(affinity),
                      random.nextInt(9) == 0
                          ? Optional.empty()
                          : Optional.of(CpuSet.of(last(effective)))))
              : Optional.empty();
      CpuSet rps = random.nextInt(4) == 0 ? some(cpus.online(), 0.5) : CpuSet.EMPTY;
      queues.add(
          new ReceiveQueue(
              index,
              interrupt,
              interrupt.map(Interrupt::firesOn).orElse(CpuSet.EMPTY),
              interrupt.map(Interrupt::mayFireOn).orElse(CpuSet.EMPTY),
              Optional.of(rps)));
    }
    return new NicQueues(
        name,
        software ? Optional.empty() : Optional.of("/sys/devices/pci0000:00/0000:00:03.0"),
        "",
        random.nextInt(4) - 1,
        -1,
        1500,
        new NicQueues.Napi(0, 0, random.nextInt(10) == 0),
        queues,
        List.of(),
        List.of());
  }

  PlacementRequest request(NodeTopology node) {
    PlacementPolicy policy =
        switch (random.nextInt(5)) {
          case 0 -> new PlacementPolicy.Observe();
          case 1 -> new PlacementPolicy.Same();
          case 2 -> new PlacementPolicy.Split(0);
          case 3 -> new PlacementPolicy.Split(1 + random.nextInt(9));
          default -> new PlacementPolicy.Lists(list(node), list(node));
        };
    return new PlacementRequest(
        policy,
        random.nextInt(3) == 0 ? PlacementRequest.Hook.STACK : PlacementRequest.Hook.INTERRUPT,
        random.nextBoolean() ? 0 : 1 + random.nextInt(10),
        random.nextBoolean() ? 0 : 1 + random.nextInt(6));
  }

  private CpuSet list(NodeTopology node) {
    return orAll(node.cpus().possible(), some(node.cpus().possible(), 0.3))
        .plus(random.nextInt(200));
  }

  private static int last(CpuSet set) {
    return set.stream().max().orElseThrow();
  }

  private CpuSet some(CpuSet set, double share) {
    return CpuSet.of(set.stream().filter(cpu -> random.nextDouble() < share));
  }

  private static CpuSet orAll(CpuSet all, CpuSet some) {
    return some.isEmpty() ? all : some;
  }
}
