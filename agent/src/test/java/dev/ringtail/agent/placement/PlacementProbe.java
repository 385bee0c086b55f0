// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.placement.PlacementPlan.InterruptMove;
import dev.ringtail.agent.placement.PlacementPlan.Reader;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.placement.PlacementWatch.Finding;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.Interrupt;
import dev.ringtail.agent.topology.NodeTopology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * Placement without a capture, for the guest tests in e2e/guest: {@code topology NIC}, {@code split
 * NIC FOLDER MAXCPUS [INTERRUPT]} until it is told to end, with reader threads that only pin
 * themselves, and {@code restore FOLDER}. INTERRUPT is moved besides, as if it were a queue's: the
 * disk's, which the kernel manages, cannot be.
 */
public final class PlacementProbe {
  private static final HostTree TREE = HostTree.ofNode();

  private final String nic;
  private final PlacementActuator actuator;
  private final PlacementRequest request;
  private final List<PinnedThread> readers = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private List<SettingReport> last = List.of();
  private NodeTopology node;
  private PlacementPlan plan;

  private PlacementProbe(String nic, Path folder, int maxCpus) throws PlacementHeldException {
    this.nic = nic;
    this.actuator = PlacementActuator.open(folder, TREE);
    this.request = new PlacementRequest(new Split(0), Hook.INTERRUPT, maxCpus, 0);
  }

  /** Runs one command. */
  public static void main(String[] args) throws Exception {
    try {
      switch (args[0]) {
        case "topology" -> {
          NodeTopology node = NodeTopology.read(TREE, List.of(args[1]));
          PlacementPlan plan =
              PlacementPlanner.plan(node, new PlacementRequest(new Split(0), Hook.INTERRUPT, 4, 0));
          System.out.print(TopologyText.draw(node, plan));
        }
        case "split" -> {
          PlacementProbe probe =
              new PlacementProbe(args[1], Path.of(args[2]), Integer.parseInt(args[3]));
          probe.run(args.length > 4 ? Integer.parseInt(args[4]) : -1);
        }
        case "restore" -> print(PlacementActuator.restore(Path.of(args[1]), TREE));
        default -> throw new IllegalArgumentException("no command " + args[0]);
      }
    } catch (PlacementHeldException e) {
      System.out.println("HELD " + e.getMessage());
      System.exit(3);
    }
  }

  private void run(int besides) throws InterruptedException {
    Thread closing = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  end.countDown();
                  try {
                    closing.join(30_000);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }));
    print(actuator.recovered());
    node = NodeTopology.read(TREE, List.of(nic));
    plan = withBesides(PlacementPlanner.plan(node, request), besides);
    plan.reasons().forEach(reason -> System.out.println("BECAUSE " + reason));
    report(actuator.apply(plan));
    pin();
    PlacementWatch watch = new PlacementWatch(TREE, List.of(nic), node, last);
    System.out.println(
        "APPLIED receive " + plan.receiveCpus() + " read " + plan.pinnedReaderCpus());
    while (!end.await(500, TimeUnit.MILLISECONDS)) {
      report(actuator.look());
      PlacementWatch.Seen seen = watch.look();
      node = seen.node();
      switch (seen.finding()) {
        case Finding.Steady _ -> {
          continue;
        }
        case Finding.Drifted drifted -> {
          System.out.println("DRIFTED " + drifted.message());
          plan = PlacementPlanner.follow(node, plan);
          watch.replanned(node, List.of());
        }
        case Finding.Outdated outdated -> {
          System.out.println("OUTDATED " + outdated.message());
          plan = PlacementPlanner.plan(node, request.withReaders(readers.size()));
          report(actuator.apply(plan));
          watch.replanned(node, last);
        }
      }
      pin();
      System.out.println(
          "PLANNED receive " + plan.receiveCpus() + " read " + plan.pinnedReaderCpus());
    }
    print(actuator.undo());
    actuator.close();
  }

  private static PlacementPlan withBesides(PlacementPlan plan, int interrupt) {
    if (interrupt < 0) {
      return plan;
    }
    List<InterruptMove> moves = new ArrayList<>(plan.moves());
    String name = Interrupt.read(TREE, interrupt).orElseThrow().name();
    moves.addFirst(new InterruptMove("disk", 0, interrupt, name, CpuSet.of(0)));
    return new PlacementPlan(
        plan.request(),
        plan.applies(),
        plan.ringCpus(),
        plan.receiveCpus(),
        plan.readers(),
        plan.readerOfRing(),
        moves,
        plan.steering(),
        plan.serviceCpus(),
        plan.roles(),
        plan.reasons());
  }

  private void pin() throws InterruptedException {
    for (Reader reader : plan.readers()) {
      if (reader.index() == readers.size()) {
        readers.add(new PinnedThread(reader.index()));
      }
      System.out.println(
          "READER "
              + reader.index()
              + " runs on "
              + readers.get(reader.index()).pin(reader.cpus()));
    }
  }

  private void report(List<SettingReport> reports) {
    for (SettingReport report : reports) {
      if (!last.contains(report)) {
        System.out.println(
            "%s %s queue %d %s from %s to %s effective %s %s"
                .formatted(
                    report.outcome(),
                    report.nic(),
                    report.queue(),
                    report.name() == null ? "steering" : report.name(),
                    report.from(),
                    report.to(),
                    report.effective(),
                    report.message()));
      }
    }
    last = reports;
  }

  private static void print(RestoreReport report) {
    Map<RestoreReport.Result, Long> counts =
        report.items().stream()
            .collect(
                java.util.stream.Collectors.groupingBy(
                    RestoreReport.Item::result,
                    java.util.TreeMap::new,
                    java.util.stream.Collectors.counting()));
    System.out.println("GIVEN-BACK " + report.items().size() + " " + counts);
    report.items().forEach(item -> System.out.println("  " + item.message()));
  }

  /** A thread that pins itself when told to, and tells where the kernel lets it run. */
  private static final class PinnedThread {
    private final SynchronousQueue<CpuSet> orders = new SynchronousQueue<>();
    private final SynchronousQueue<CpuSet> answers = new SynchronousQueue<>();

    PinnedThread(int index) {
      Thread.ofPlatform().name("reader-" + index).daemon().start(this::obey);
    }

    CpuSet pin(CpuSet cpus) throws InterruptedException {
      orders.put(cpus);
      return answers.take();
    }

    private void obey() {
      try {
        while (true) {
          BitSet cpus = new BitSet();
          orders.take().stream().forEach(cpus::set);
          CpuAffinity.pinCurrentThread(cpus);
          answers.put(CpuSet.of(CpuAffinity.ofCurrentThread().stream()));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
