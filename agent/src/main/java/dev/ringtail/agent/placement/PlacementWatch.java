// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.NodeSetting.Affinity;
import dev.ringtail.agent.placement.NodeSetting.Steering;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.CpuTopology;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.Interrupt;
import dev.ringtail.agent.topology.NicQueues;
import dev.ringtail.agent.topology.NicQueues.ReceiveQueue;
import dev.ringtail.agent.topology.NodeTopology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compares the node with what a plan expects of it: finds interrupts that somebody else moved,
 * queues that were set up anew, CPUs that came or went. It never writes; the conductor calls it
 * every few seconds and decides. Each finding is made once: the conductor answers it with a new
 * plan, and that one is compared from then on.
 */
public final class PlacementWatch {
  private final HostTree tree;
  private final List<String> interfaces;
  private NodeTopology planned;
  private Map<String, CpuSet> expected;
  private CpuSet receiving;

  /** What is different from what the plan expects. */
  public sealed interface Finding {
    /** Nothing that matters. */
    record Steady() implements Finding {}

    /**
     * Interrupts or steering were moved, or interrupts fire elsewhere within their CPUs: {@link
     * PlacementPlanner#follow} it.
     *
     * @param message what happened, in one sentence
     */
    record Drifted(String message) implements Finding {}

    /**
     * The queues are others, or CPUs came or went: make a new {@link PlacementPlanner#plan} and
     * apply it.
     *
     * @param message what happened, in one sentence
     */
    record Outdated(String message) implements Finding {}
  }

  /**
   * One look.
   *
   * @param node the node as it is now, to plan with
   * @param finding what is different
   */
  public record Seen(NodeTopology node, Finding finding) {}

  /**
   * @param interfaces as given to {@link NodeTopology#read}
   * @param planned the node that the plan was made for
   * @param settings what the actuator made of the plan, empty when it changes nothing
   */
  public PlacementWatch(
      HostTree tree, List<String> interfaces, NodeTopology planned, List<SettingReport> settings) {
    this.tree = tree;
    this.interfaces = List.copyOf(interfaces);
    replanned(planned, settings);
  }

  /** From now on compare with another plan; parameters as in the constructor. */
  public void replanned(NodeTopology node, List<SettingReport> settings) {
    planned = node;
    expected = settingsOf(node);
    receiving = receiving(node);
    settings.stream()
        .filter(SettingReport::holds)
        .forEach(
            report -> {
              expected.put(label(report), report.to());
              if (report.interrupt() != null) {
                receiving = receiving.union(report.to());
              }
            });
  }

  private static String label(SettingReport report) {
    NodeSetting setting =
        report.interrupt() == null
            ? new Steering(report.nic(), report.queue())
            : new Affinity(report.interrupt(), report.name());
    return setting.label();
  }

  /**
   * Reads the node again. What is found while a CPU is on its way up or down is not told: drivers
   * set their interrupts anew until it has arrived, and the look after that finds what they left.
   */
  public Seen look() {
    Seen seen = compared(planned.again(tree, interfaces));
    return seen.finding() instanceof Finding.Steady || !CpuTopology.isChanging(tree)
        ? seen
        : new Seen(planned, new Finding.Steady());
  }

  private Seen compared(NodeTopology now) {
    Optional<String> outdated = outdated(now);
    if (outdated.isPresent()) {
      return new Seen(now, new Finding.Outdated(outdated.get()));
    }
    List<String> moved = moved(now);
    if (!moved.isEmpty()) {
      // Who moved them is worth a look through the processes; that nobody did is not.
      return drifted(NodeTopology.read(tree, interfaces), String.join(", ", moved));
    }
    CpuSet elsewhere = receiving(now).minus(receiving);
    return new Seen(
        now,
        elsewhere.isEmpty()
            ? new Finding.Steady()
            : new Finding.Drifted("Interrupts fire on CPUs %s now.".formatted(elsewhere)));
  }

  private static Seen drifted(NodeTopology now, String moved) {
    String who =
        now.irqbalance().isPresent()
            ? "irqbalance (process %d)".formatted(now.irqbalance().getAsInt())
            : "Somebody else";
    return new Seen(now, new Finding.Drifted(who + " moved " + moved + "."));
  }

  private Optional<String> outdated(NodeTopology now) {
    if (!now.cpus().online().equals(planned.cpus().online())) {
      return Optional.of(
          "Online CPUs changed from %s to %s."
              .formatted(planned.cpus().online(), now.cpus().online()));
    }
    if (!now.usable().equals(planned.usable())) {
      return Optional.of(
          "CPUs that readers may use changed from %s to %s."
              .formatted(planned.usable(), now.usable()));
    }
    if (!queues(now).equals(queues(planned))) {
      return Optional.of(
          "Receive queues and their interrupts changed from %s to %s."
              .formatted(queues(planned), queues(now)));
    }
    return Optional.empty();
  }

  /** Settings that are not as expected, and where they are. */
  private List<String> moved(NodeTopology now) {
    List<String> moved = new ArrayList<>();
    settingsOf(now)
        .forEach(
            (label, cpus) -> {
              if (!cpus.equals(expected.get(label))) {
                moved.add("%s to CPUs %s".formatted(label, cpus.isEmpty() ? "none" : cpus));
              }
            });
    return moved;
  }

  private static CpuSet receiving(NodeTopology node) {
    return node.nics().stream().map(NicQueues::receivesOn).reduce(CpuSet.EMPTY, CpuSet::union);
  }

  /** Every interrupt's and queue's CPUs by its label. */
  private static Map<String, CpuSet> settingsOf(NodeTopology node) {
    Map<String, CpuSet> settings = new LinkedHashMap<>();
    for (NicQueues nic : node.nics()) {
      for (ReceiveQueue queue : nic.receive()) {
        queue
            .interrupt()
            .ifPresent(
                interrupt ->
                    settings.put(
                        new Affinity(interrupt.number(), interrupt.name()).label(),
                        interrupt.affinity().orElse(CpuSet.EMPTY)));
        settings.put(
            new Steering(nic.name(), queue.index()).label(), queue.rps().orElse(CpuSet.EMPTY));
      }
    }
    return settings;
  }

  /** Interface to the interrupts of its receive queues. */
  private static Map<String, List<Integer>> queues(NodeTopology node) {
    Map<String, List<Integer>> queues = new TreeMap<>();
    for (NicQueues nic : node.nics()) {
      queues.put(
          nic.name(),
          nic.receive().stream()
              .map(queue -> queue.interrupt().map(Interrupt::number).orElse(-1))
              .toList());
    }
    return queues;
  }
}
