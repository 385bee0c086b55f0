// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.NodeSetting.Affinity;
import dev.ringtail.agent.placement.NodeSetting.Steering;
import dev.ringtail.agent.placement.PlacementJournal.Change;
import dev.ringtail.agent.placement.SettingReport.Kind;
import dev.ringtail.agent.placement.SettingReport.Outcome;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies plans to the node and undoes them. Each old value is on disk before its change, each
 * change is read back. Not for use by several threads.
 *
 * <p>Opening it gives back what a killed process had changed; closing it gives back what it changed
 * itself.
 */
public final class PlacementActuator implements AutoCloseable {
  private final HostTree tree;
  private final PlacementJournal journal;
  private final RestoreReport recovered;
  private final Map<NodeSetting, SettingReport> applied = new LinkedHashMap<>();

  private PlacementActuator(HostTree tree, PlacementJournal journal) {
    this.tree = tree;
    this.journal = journal;
    this.recovered = undo();
  }

  /**
   * Takes hold of the node's interrupts.
   *
   * @param folder for the journal, the same for every capture on the node
   * @throws PlacementHeldException when another capture has them
   * @throws PlacementJournalException when the folder cannot be used
   */
  public static PlacementActuator open(Path folder, HostTree tree) throws PlacementHeldException {
    PlacementJournal journal = PlacementJournal.open(folder, tree);
    try {
      return new PlacementActuator(tree, journal);
    } catch (RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  /** Whether a capture has left, or holds, changes on this node. */
  public static boolean hasLeftovers(Path folder) {
    return PlacementJournal.exists(folder);
  }

  /**
   * Gives back what a killed process had changed, and nothing else.
   *
   * @throws PlacementHeldException when a capture that is still running has changed it
   * @throws PlacementJournalException when the folder cannot be used
   */
  public static RestoreReport restore(Path folder, HostTree tree) throws PlacementHeldException {
    try (PlacementActuator actuator = open(folder, tree)) {
      return actuator.recovered();
    }
  }

  /** What opening gave back. */
  public RestoreReport recovered() {
    return recovered;
  }

  /**
   * Writes what the plan changes. A setting that refuses does not keep the others from being
   * written.
   *
   * @throws PlacementJournalException when the journal cannot be kept; what was written before is
   *     undone by {@link #close}
   */
  public List<SettingReport> apply(PlacementPlan plan) {
    Map<NodeSetting, SettingReport> wanted = new LinkedHashMap<>();
    plan.moves()
        .forEach(
            move ->
                wanted.put(
                    new Affinity(move.interrupt(), move.name()),
                    blank(
                        Kind.INTERRUPT,
                        move.nic(),
                        move.queue(),
                        move.interrupt(),
                        move.name(),
                        move.to())));
    plan.steering()
        .forEach(
            change ->
                wanted.put(
                    new Steering(change.nic(), change.queue()),
                    blank(Kind.STEERING, change.nic(), change.queue(), null, null, change.to())));
    applied.clear();
    wanted.forEach((setting, report) -> applied.put(setting, applyOne(setting, report)));
    return reports();
  }

  private static SettingReport blank(
      Kind kind, String nic, int queue, Integer number, String name, CpuSet to) {
    return new SettingReport(
        kind, nic, queue, number, name, null, to, null, null, Outcome.GONE, null);
  }

  private SettingReport applyOne(NodeSetting setting, SettingReport blank) {
    if (setting.located(tree).filter(setting::equals).isEmpty()) {
      return blank.seen(
          null, null, Outcome.GONE, "There is no such " + setting.label() + " any more.");
    }
    Optional<CpuSet> was = setting.read(tree);
    if (was.isEmpty()) {
      return blank.seen(
          null,
          null,
          Outcome.REFUSED,
          "Its CPUs cannot be read, so they could not be given back; it is left alone.");
    }
    SettingReport report =
        new SettingReport(
            blank.kind(),
            blank.nic(),
            blank.queue(),
            blank.interrupt(),
            blank.name(),
            was.get(),
            blank.to(),
            null,
            null,
            Outcome.GONE,
            null);
    if (!was.get().equals(report.to())) {
      journal.record(setting, was.get(), report.to());
      try {
        setting.write(tree, report.to());
      } catch (IOException e) {
        KernelRefusal refusal = KernelRefusal.of(e);
        boolean managed = report.kind() == Kind.INTERRUPT && refusal.managed();
        CpuSet effective = setting.effective(tree).orElse(null);
        return report.seen(
            was.get(), effective, managed ? Outcome.MANAGED : Outcome.REFUSED, refusal.text());
      }
    }
    return look(setting, report);
  }

  /** Reads every setting of the last plan again; a setting that was refused stays so. */
  public List<SettingReport> look() {
    applied.replaceAll(
        (setting, report) ->
            report.holds() || report.outcome() == Outcome.REVERTED
                ? look(setting, report)
                : report);
    return reports();
  }

  private SettingReport look(NodeSetting setting, SettingReport report) {
    if (setting.located(tree).filter(setting::equals).isEmpty()) {
      return report.seen(
          null, null, Outcome.GONE, "It is gone, because the interface's queues were set up anew.");
    }
    CpuSet now = setting.read(tree).orElse(null);
    CpuSet effective = setting.effective(tree).orElse(null);
    if (!report.to().equals(now)) {
      return report.seen(
          now, effective, Outcome.REVERTED, "Somebody else changed it to CPUs " + now + ".");
    }
    boolean inEffect = effective == null || report.to().containsAll(effective);
    return report.seen(now, effective, inEffect ? Outcome.APPLIED : Outcome.ACCEPTED, null);
  }

  private List<SettingReport> reports() {
    return List.copyOf(applied.values());
  }

  /**
   * Gives back everything that this process changed; may be called again when something was
   * refused.
   */
  public RestoreReport undo() {
    List<RestoreReport.Item> items = new ArrayList<>();
    List<Change> left = new ArrayList<>();
    for (Change change : journal.changes().reversed()) {
      RestoreReport.Item item = undo(change);
      items.add(item);
      if (item.result() == RestoreReport.Result.REFUSED) {
        left.addFirst(change);
      }
    }
    journal.keepOnly(left);
    applied.replaceAll(
        (setting, report) ->
            report.seen(
                setting.read(tree).orElse(null),
                setting.effective(tree).orElse(null),
                undone(report, setting),
                null));
    return new RestoreReport(items);
  }

  private Outcome undone(SettingReport report, NodeSetting setting) {
    return setting.read(tree).filter(now -> now.equals(report.from())).isPresent()
        ? Outcome.RESTORED
        : report.outcome();
  }

  private RestoreReport.Item undo(Change change) {
    String label = change.setting().label();
    Optional<NodeSetting> setting = change.setting().located(tree);
    if (setting.isEmpty()) {
      return item(change, RestoreReport.Result.GONE, "There is no " + label + " any more.");
    }
    Optional<CpuSet> now = setting.get().read(tree);
    if (now.filter(change.was()::equals).isPresent()) {
      return item(
          change,
          RestoreReport.Result.UNCHANGED,
          "The " + label + " has CPUs " + change.was() + ".");
    }
    try {
      setting.get().write(tree, change.was());
    } catch (IOException e) {
      return item(
          change,
          RestoreReport.Result.REFUSED,
          "The " + label + " refuses its old CPUs: " + KernelRefusal.of(e).text() + ".");
    }
    Optional<CpuSet> after = setting.get().read(tree);
    if (after.filter(change.was()::equals).isEmpty()) {
      return item(
          change, RestoreReport.Result.REFUSED, "The " + label + " does not keep its old CPUs.");
    }
    String meanwhile =
        now.filter(change.becomes()::equals).isPresent()
            ? ""
            : ", which somebody else had changed meanwhile";
    return item(
        change,
        RestoreReport.Result.RESTORED,
        "The " + label + " has CPUs " + change.was() + " again" + meanwhile + ".");
  }

  private static RestoreReport.Item item(
      Change change, RestoreReport.Result result, String message) {
    return new RestoreReport.Item(change.setting().label(), change.was(), result, message);
  }

  /**
   * Gives back everything and lets the next capture have the node. What is refused stays in the
   * journal for the next start.
   */
  @Override
  public void close() {
    try {
      undo();
    } finally {
      journal.close();
    }
  }
}
