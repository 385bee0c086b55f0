// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.AutoWindows.Step;
import dev.ringtail.agent.placement.PlacementPolicy.Observe;
import dev.ringtail.agent.placement.PlacementWatch.Finding;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.NodeTopology;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
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
  private final Deque<String> events = new ArrayDeque<>();
  private final Map<Integer, String> names = new HashMap<>();
  private List<PlacementPlan> candidates = List.of();
  private AutoWindows auto; // null unless the policy is Auto
  private int candidate;
  private NodeTopology node;
  private PlacementPlan plan;
  private PlacementWatch watch;
  private List<SettingReport> settings = List.of();

  private NodePlacement(
      HostTree tree,
      List<String> interfaces,
      PlacementRequest request,
      PlacementActuator actuator,
      String refusal) {
    this.tree = tree;
    this.interfaces = List.copyOf(interfaces);
    this.request = request;
    this.actuator = actuator;
    if (refusal != null) {
      event(refusal);
    }
    this.node = NodeTopology.read(tree, interfaces);
    this.plan = planned(request);
  }

  /**
   * Gives back what a killed capture left changed, and makes the first plan; changes nothing else.
   *
   * @param folder for the journal, the same for every capture on the node, on storage that outlives
   *     the process
   * @param interfaces names of the interfaces to capture
   * @throws dev.ringtail.agent.topology.HostTreeException when /sys is not there
   */
  public static NodePlacement open(
      HostTree tree, Path folder, List<String> interfaces, PlacementRequest request) {
    try {
      return new NodePlacement(
          tree, interfaces, request, PlacementActuator.open(folder, tree), null);
    } catch (PlacementHeldException | PlacementJournalException e) {
      return new NodePlacement(tree, interfaces, request, null, e.getMessage());
    }
  }

  /** The same for the policy Auto; the request's policy is not used. */
  public static NodePlacement openAuto(
      HostTree tree, Path folder, List<String> interfaces, PlacementRequest request) {
    NodePlacement placement = open(tree, folder, interfaces, request.withPolicy(new Observe()));
    placement.startAuto();
    return placement;
  }

  private void event(String event) {
    if (events.size() == EVENTS_KEPT) {
      events.removeFirst();
    }
    events.addLast(event);
  }

  private void startAuto() {
    names.clear();
    candidates = actuator == null ? List.of(plan) : PlacementPlanner.autoCandidates(node, request);
    for (PlacementPlan candidate : candidates) {
      names.put(names.size(), candidate.applies().toString());
    }
    auto = new AutoWindows(candidates.size());
    candidate = auto.first().candidate();
    plan = candidates.get(candidate);
  }

  private PlacementPlan planned(PlacementRequest wanted) {
    return PlacementPlanner.plan(node, actuator == null ? changingNothing(wanted) : wanted);
  }

  private static PlacementRequest changingNothing(PlacementRequest wanted) {
    boolean changes =
        wanted.policy() instanceof PlacementPolicy.Split
            || wanted.policy() instanceof PlacementPolicy.Lists;
    return changes ? wanted.withPolicy(new Observe()) : wanted;
  }

  /** The plan in force; its rings are those to make when it is the first one. */
  public PlacementPlan plan() {
    return plan;
  }

  /** Number of reader threads that plans of this capture may name. */
  public int mostReaders() {
    return Math.max(
        plan.readers().size(),
        candidates.stream().mapToInt(other -> other.readers().size()).max().orElse(1));
  }

  /**
   * Changes the node by the plan; true when the interfaces' queues are others by now and the plan
   * was made anew.
   */
  public boolean apply() {
    PlacementWatch.Seen seen = new PlacementWatch(tree, interfaces, node, List.of()).look();
    boolean again = !(seen.finding() instanceof Finding.Steady);
    node = seen.node();
    if (again && auto != null) {
      startAuto();
    } else if (again) {
      plan = planned(plan.request().withReaders(plan.readers().size()));
    }
    write();
    return again;
  }

  private void write() {
    if (actuator != null) {
      settings = actuator.apply(plan);
    }
    watch = new PlacementWatch(tree, interfaces, node, settings);
  }

  /** Looks for what somebody else has changed; true when the plan is another one. */
  public boolean check() {
    if (actuator != null) {
      settings = actuator.look();
    }
    PlacementWatch.Seen seen = watch.look();
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
        plan = planned(plan.request().withReaders(plan.readers().size()));
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
    Step step = auto.next(measured);
    if (step.candidate() == candidate) {
      return false;
    }
    candidate = step.candidate();
    event("Auto turns to " + names.get(candidate) + ": " + step.reason());
    if (actuator != null) {
      actuator.undo();
    }
    node = node.again(tree, interfaces);
    plan = PlacementPlanner.plan(node, candidates.get(candidate).request());
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
        PlacementReport.of(plan, settings, auto == null ? List.of() : auto.trials(), names);
    List<String> reasons = new ArrayList<>(report.reasons());
    reasons.addAll(events);
    boolean another = auto == null && !plan.applies().equals(request.policy());
    return report.with(auto == null ? request.policy().toString() : "Auto", another, reasons);
  }

  /** What was given back of a killed capture's changes at the start. */
  public RestoreReport recovered() {
    return actuator == null ? new RestoreReport(List.of()) : actuator.recovered();
  }

  /** Gives back everything and says so; {@link #close} does the same when this was not called. */
  public RestoreReport giveBack() {
    if (actuator == null) {
      return new RestoreReport(List.of());
    }
    RestoreReport report = actuator.undo();
    settings = actuator.look();
    return report;
  }

  @Override
  public void close() {
    if (actuator != null) {
      actuator.close();
    }
  }
}
