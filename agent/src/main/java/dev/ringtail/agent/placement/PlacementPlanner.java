// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.PlacementPolicy.Auto;
import dev.ringtail.agent.placement.PlacementPolicy.Lists;
import dev.ringtail.agent.placement.PlacementPolicy.Observe;
import dev.ringtail.agent.placement.PlacementPolicy.Same;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.NodeTopology;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a plan from what the node is made of and what is asked for. Pure: the same input gives the
 * same plan, nothing is read or written. A plan is always possible; where the policy is not, the
 * plan follows a weaker one and says why.
 */
public final class PlacementPlanner {
  private PlacementPlanner() {}

  /** A plan for a capture that starts now; for Auto the first that it tries. */
  public static PlacementPlan plan(NodeTopology node, PlacementRequest request) {
    PlanDraft draft = new PlanDraft(node, request);
    switch (request.policy()) {
      case Observe _, Auto _ -> ObservePlanning.observe(draft);
      case Same _ -> ObservePlanning.same(draft);
      case Split split -> SplitPlanning.split(draft, split);
      case Lists lists -> SplitPlanning.lists(draft, lists);
    }
    return draft.finish();
  }

  /**
   * A plan for the same capture after somebody else moved its interrupts: they stay where they are
   * now, and the readers, as many as before, follow. For CPUs that came or went, or queues that
   * changed, make a new {@link #plan} instead.
   */
  public static PlacementPlan follow(NodeTopology node, PlacementPlan before) {
    PlacementRequest request = before.request().withReaders(before.readers().size());
    PlanDraft draft = new PlanDraft(node, request);
    switch (before.applies()) {
      case Observe _, Auto _ -> ObservePlanning.observe(draft);
      case Same _ -> ObservePlanning.same(draft);
      case Split _ -> SplitPlanning.followSplit(draft);
      case Lists lists -> SplitPlanning.followLists(draft, lists);
    }
    return draft.finish();
  }

  /**
   * What {@code Auto} may try, in this order: Observe, then Split of growing width (1, 2, 4 and so
   * on) up to the widest that this node allows. Only Observe where nothing can be split.
   */
  public static List<PlacementPlan> autoCandidates(NodeTopology node, PlacementRequest request) {
    List<PlacementPlan> candidates = new ArrayList<>();
    candidates.add(plan(node, request.withPolicy(new Observe())));
    int widest = 0;
    for (int width = 1; width <= CpuSet.LAST_POSSIBLE; width *= 2) {
      PlacementPlan split = plan(node, request.withPolicy(new Split(width)));
      if (!(split.applies() instanceof Split) || split.receiveCpus().size() <= widest) {
        break;
      }
      widest = split.receiveCpus().size();
      candidates.add(split);
    }
    return List.copyOf(candidates);
  }
}
