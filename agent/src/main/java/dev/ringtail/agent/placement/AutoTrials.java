// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.placement.AutoWindows.Step;
import dev.ringtail.agent.placement.AutoWindows.Trial;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Auto's candidates, which of them is in force, and what people are told of each step. */
final class AutoTrials {
  private final List<PlacementPlan> candidates;
  private final AutoWindows windows;
  private int current;

  /**
   * @param candidates as {@link PlacementPlanner#autoCandidates} orders them, at least one
   */
  AutoTrials(List<PlacementPlan> candidates) {
    this.candidates = List.copyOf(candidates);
    this.windows = new AutoWindows(candidates.size());
    this.current = windows.first().candidate();
  }

  /** The candidate in force, as it was planned at the start. */
  PlacementPlan current() {
    return candidates.get(current);
  }

  /** Whether the next window is a trial. */
  boolean trying() {
    return windows.trying();
  }

  /**
   * Takes a window's counts.
   *
   * @return what comes of it, in one sentence; nothing when all stays as it is
   */
  Optional<String> next(Measurement measured) {
    boolean wasTrying = windows.trying();
    Step step = windows.next(measured);
    boolean stays = step.candidate() == current;
    current = step.candidate();
    return stays && step.trying() == wasTrying
        ? Optional.empty()
        : Optional.of(
            "Auto %s %s: %s"
                .formatted(stays ? "stays with" : "turns to", current().applies(), step.reason()));
  }

  /** Every trial so far. */
  List<Trial> trials() {
    return windows.trials();
  }

  /** Names of the candidates by their numbers. */
  Map<Integer, String> names() {
    Map<Integer, String> names = new HashMap<>();
    candidates.forEach(one -> names.put(names.size(), one.applies().toString()));
    return names;
  }
}
