// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.PlacementPolicy.Auto;
import dev.ringtail.agent.placement.PlacementPolicy.Observe;
import dev.ringtail.agent.placement.PlacementWatch.Finding;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.HostTreeException;
import dev.ringtail.agent.topology.NodeTopology;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * The placement of one capture from its start to its end, for the thread that conducts it: {@link
 * #open} before rings are made, {@link #apply} once the programs are attached (attaching can set a
 * card's interrupts up anew), {@link #check} every two seconds or so, {@link #measured} after each
 * window of Auto, {@link #close} at the end. Whenever one of them returns true the plan is another
 * one and the readers have to follow it.
 *
 * <p>A capture never fails because of its placement: where nothing may be changed it goes on under
 * Observe and the report says why.
 */
public final class NodePlacement implements AutoCloseable {
  private static final int EVENTS_KEPT = 32;

  private final HostTree tree;
  private final List<String> interfaces;
  private final PlacementRequest request;
  private final PlacementActuator actuator; // null where nothing may be changed
  private final RestoreReport recovered;
  private final Deque<String> events = new ArrayDeque<>();
  private AutoTrials auto; // null unless the policy is Auto
  private int threads = Integer.MAX_VALUE; // of readers, known once the first plan is made
  private CpuSet rings = CpuSet.EMPTY; // likewise
  private NodeTopology node;
  private PlacementPlan plan;
  private PlacementWatch watch;
  private List<SettingReport> settings = List.of();

  private NodePlacement(
      HostTree tree,
      List<String> interfaces,
      PlacementRequest request,
      PlacementActuator actuator,
      RestoreReport recovered,
      String refusal) {
    this.tree = tree;
    this.interfaces = List.copyOf(interfaces);
    this.request = request;
    this.actuator = actuator;
    this.recovered = recovered;
    if (refusal != null) {
      event(refusal);
    }
    this.node = NodeTopology.read(tree, interfaces);
    List<PlacementPlan> possible =
        request.policy() instanceof Auto ? startAuto() : List.of(planned(request));
    this.plan = possible.getFirst();
    this.threads = possible.stream().mapToInt(one -> one.readers().size()).max().orElse(1);
    this.rings = possible.stream().map(PlacementPlan::ringCpus).reduce(CpuSet.EMPTY, CpuSet::union);
  }

  /**
   * Gives back what a killed capture left changed, and makes the first plan; changes nothing else.
   * Holds the node's interrupts until it is closed if the policy may change them.
   *
   * @param folder for the journal, the same for every capture on the node, on storage that outlives
   *     the process
   * @param interfaces names of the interfaces to capture
   * @throws dev.ringtail.agent.topology.HostTreeException when /sys is not there
   */
  public static NodePlacement open(
      HostTree tree, Path folder, List<String> interfaces, PlacementRequest request) {
    boolean writes = request.policy().writes();
    PlacementActuator actuator = null;
    RestoreReport recovered = new RestoreReport(List.of());
    String refusal = null;
    try {
      if (writes || PlacementActuator.hasLeftovers(folder)) {
        actuator = PlacementActuator.open(folder, tree);
        recovered = actuator.recovered();
      }
    } catch (PlacementHeldException | PlacementJournalException e) {
      refusal = writes ? e.getMessage() : null;
    }
    if (actuator != null && !writes) {
      actuator.close();
      actuator = null;
    }
    try {
      return new NodePlacement(tree, interfaces, request, actuator, recovered, refusal);
    } catch (RuntimeException e) {
      if (actuator != null) {
        actuator.close();
      }
      throw e;
    }
  }

  private void event(String event) {
    if (events.size() == EVENTS_KEPT) {
      events.removeFirst();
    }
    events.addLast(event);
  }

  /** Begins the trials anew; the plans that may be tried, the first one first. */
  private List<PlacementPlan> startAuto() {
    List<PlacementPlan> candidates =
        (actuator == null
                ? List.of(planned(request))
                : PlacementPlanner.autoCandidates(node, request.withRings(rings)))
            .stream().map(this::withinThreads).toList();
    auto = new AutoTrials(candidates);
    return candidates;
  }

  private PlacementPlan planned(PlacementRequest wanted) {
    PlacementRequest possible = actuator == null ? changingNothing(wanted) : wanted;
    return withinThreads(PlacementPlanner.plan(node, possible.withRings(rings)));
  }

  /** The plan with no more readers than there are threads for. */
  private PlacementPlan withinThreads(PlacementPlan free) {
    return free.readers().size() <= threads
        ? free
        : PlacementPlanner.plan(node, free.request().withReaders(threads));
  }

  /** What the plan in force was made from. */
  private PlacementRequest base() {
    return auto == null ? request : auto.current().request();
  }

  private static PlacementRequest changingNothing(PlacementRequest wanted) {
    return wanted.policy().writes() ? wanted.withPolicy(new Observe()) : wanted;
  }

  /** The plan in force. */
  public PlacementPlan plan() {
    return plan;
  }

  /** CPUs to make a ring for: the first plan's, and those of any that Auto may turn to. */
  public CpuSet ringCpus() {
    return rings;
  }

  /** Number of reader threads that plans of this capture may name. */
  public int mostReaders() {
    return threads;
  }

  /**
   * Changes the node by the plan; true when the interfaces' queues are others by now and the plan
   * was made anew.
   */
  public boolean apply() {
    PlacementWatch.Seen seen = new PlacementWatch(tree, interfaces, node, List.of()).look();
    boolean again = !(seen.finding() instanceof Finding.Steady);
    node = seen.node();
    if (again) {
      plan = auto == null ? planned(request) : startAuto().getFirst();
    }
    write();
    return again;
  }

  private void write() {
    if (actuator != null) {
      try {
        settings = actuator.apply(plan);
      } catch (PlacementJournalException e) {
        event(e.getMessage());
        settings = actuator.look();
      }
    }
    watch = new PlacementWatch(tree, interfaces, node, settings);
  }

  /** Looks for what somebody else has changed; true when the plan is another one. */
  public boolean check() {
    PlacementWatch.Seen seen;
    try {
      if (actuator != null) {
        settings = actuator.look();
      }
      seen = watch.look();
    } catch (HostTreeException e) {
      return false; // A file caught while it changed; the next look finds it whole.
    }
    node = seen.node();
    return switch (seen.finding()) {
      case Finding.Steady _ -> false;
      case Finding.Drifted drifted -> {
        event(drifted.message());
        plan = PlacementPlanner.follow(node, plan);
        watch.replanned(node, List.of());
        yield true;
      }
      case Finding.Outdated outdated -> {
        event(outdated.message());
        plan = planned(base());
        write();
        yield true;
      }
    };
  }

  /**
   * Takes a window's counts; true when another placement is tried or kept from now on. Without Auto
   * nothing happens.
   *
   * @param measured counts of the window under the plan in force, begun half a second or more after
   *     it was applied
   */
  public boolean measured(Measurement measured) {
    if (auto == null) {
      return false;
    }
    PlacementPlan before = auto.current();
    auto.next(measured).ifPresent(this::event);
    if (auto.current() == before) {
      return false;
    }
    try {
      giveBack();
      node = node.again(tree, interfaces);
    } catch (PlacementJournalException | HostTreeException e) {
      event(e.getMessage());
    }
    plan = planned(base());
    write();
    return true;
  }

  /** Whether Auto has trials to make yet. */
  public boolean trying() {
    return auto != null && auto.trying();
  }

  /** The placement as it is now. */
  public PlacementReport report() {
    PlacementReport report =
        auto == null
            ? PlacementReport.of(plan, settings, List.of(), Map.of())
            : PlacementReport.of(plan, settings, auto.trials(), auto.names());
    List<String> reasons = new ArrayList<>(report.reasons());
    reasons.addAll(events);
    boolean another = auto == null && !plan.applies().equals(request.policy());
    return report.with(request.policy().toString(), another, reasons);
  }

  /** What was given back of a killed capture's changes at the start. */
  public RestoreReport recovered() {
    return recovered;
  }

  /**
   * Gives back everything and says so; {@link #close} does the same when this was not called.
   *
   * @throws PlacementJournalException when all was given back and the journal still says otherwise
   */
  public RestoreReport giveBack() {
    return actuator == null ? new RestoreReport(List.of()) : actuator.undo();
  }

  @Override
  public void close() {
    if (actuator != null) {
      actuator.close();
    }
  }
}
