// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.placement.PlacementPlan.InterruptMove;
import dev.ringtail.agent.placement.PlacementPlan.Reader;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.Interrupt;
import dev.ringtail.agent.topology.NodeTopology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * Placement without a capture, for the guest tests in e2e/guest: {@code topology NIC}; {@code split
 * NIC FOLDER MAXCPUS [FILE]} until it is told to end, with reader threads that only pin themselves,
 * beginning when FILE is there; {@code refused NIC FOLDER INTERRUPT}, which moves that interrupt as
 * if it were a queue's: the disk's, which the kernel manages, cannot be; {@code restore FOLDER}.
 */
public final class PlacementProbe {
  private static final HostTree TREE = HostTree.ofNode();

  private final NodePlacement placement;
  private final List<PinnedThread> readers = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private List<SettingReport> last = List.of();
  private List<String> reasons = List.of();

  private PlacementProbe(String nic, Path folder, int maxCpus) {
    placement =
        NodePlacement.open(
            TREE,
            folder,
            List.of(nic),
            new PlacementRequest(new Split(0), Hook.INTERRUPT, maxCpus, 0));
  }

  /** Runs one command. */
  public static void main(String[] args) throws Exception {
    try {
      switch (args[0]) {
        case "topology" -> {
          NodeTopology node = NodeTopology.read(TREE, List.of(args[1]));
          PlacementPlan plan =
              PlacementPlanner.plan(node, new PlacementRequest(new Split(0), Hook.INTERRUPT, 4, 0));
          System.out.print(TopologyText.draw(node, plan, Map.of()));
        }
        case "split" ->
            new PlacementProbe(args[1], Path.of(args[2]), Integer.parseInt(args[3]))
                .run(args.length > 4 ? Path.of(args[4]) : Path.of("/"));
        case "refused" -> refused(args[1], Path.of(args[2]), Integer.parseInt(args[3]));
        case "restore" -> print(PlacementActuator.restore(Path.of(args[1]), TREE));
        default -> throw new IllegalArgumentException("no command " + args[0]);
      }
    } catch (PlacementHeldException e) {
      System.out.println("HELD " + e.getMessage());
      System.exit(3);
    }
  }

  private void run(Path begin) throws InterruptedException {
    Thread main = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  end.countDown();
                  try {
                    main.join(30_000);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }));
    print(placement.recovered());
    System.out.println("PREPARED");
    while (!Files.exists(begin)) {
      Thread.sleep(50);
    }
    placement.apply();
    pin("APPLIED");
    while (!end.await(500, TimeUnit.MILLISECONDS)) {
      if (placement.check()) {
        pin("PLANNED");
      } else {
        report();
      }
    }
    print(placement.giveBack());
    placement.close();
  }

  private void pin(String what) throws InterruptedException {
    report();
    PlacementPlan plan = placement.plan();
    for (Reader reader : plan.readers()) {
      if (reader.index() == readers.size()) {
        readers.add(new PinnedThread(reader.index()));
      }
      CpuSet runsOn = readers.get(reader.index()).pin(reader.cpus());
      System.out.println("READER " + reader.index() + " runs on " + runsOn);
    }
    CpuSet readersOn = plan.pinnedReaderCpus();
    System.out.println(what + " receive " + plan.receiveCpus() + " read " + readersOn);
  }

  private void report() {
    PlacementReport report = placement.report();
    for (String reason : report.reasons()) {
      if (!reasons.contains(reason)) {
        System.out.println("BECAUSE " + reason);
      }
    }
    reasons = report.reasons();
    print(report.settings(), last);
    last = report.settings();
  }

  private static void refused(String nic, Path folder, int interrupt)
      throws PlacementHeldException {
    PlacementPlan plan =
        PlacementPlanner.plan(
            NodeTopology.read(TREE, List.of(nic)),
            new PlacementRequest(new Split(0), Hook.INTERRUPT, 4, 0));
    List<InterruptMove> moves = new ArrayList<>(plan.moves());
    String name = Interrupt.read(TREE, interrupt).orElseThrow().name();
    moves.addFirst(new InterruptMove("disk", 0, interrupt, name, CpuSet.of(0)));
    PlacementPlan besides =
        new PlacementPlan(
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
    try (PlacementActuator actuator = PlacementActuator.open(folder, TREE)) {
      print(actuator.apply(besides), List.of());
      print(actuator.undo());
    }
  }

  private static void print(List<SettingReport> reports, List<SettingReport> known) {
    for (SettingReport report : reports) {
      if (!known.contains(report)) {
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
