// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides for {@code Auto} which placement runs in the next window, from what the last one
 * measured. Candidates are numbered as in {@link PlacementPlanner#autoCandidates}; 0 is Observe. It
 * tries them in their order and keeps the one with the best captured rate; of those within {@value
 * #MARGIN} of it, the one with the least CPU a packet. One that loses nothing ends the trials:
 * there is nothing to win back. What was kept is tried again after {@value #LOSSES_TO_RETRY}
 * windows with loss in a row, but not within {@value #WINDOWS_BETWEEN_ROUNDS} windows of the last
 * full round.
 *
 * <p>Pure and single-threaded; the caller applies each step, lets a moment pass until interrupts
 * have moved, and measures.
 */
public final class AutoWindows {
  /** By how much another placement must be better to be preferred, as a share. */
  public static final double MARGIN = 0.05;

  /** Windows in a row with loss until the trials start again. */
  public static final int LOSSES_TO_RETRY = 3;

  /** Windows to keep a placement that a full round of trials has chosen. */
  public static final int WINDOWS_BETWEEN_ROUNDS = 30;

  private final int candidates;
  private final List<Trial> trials = new ArrayList<>();
  private List<Trial> round = new ArrayList<>();
  private int current;
  private boolean trying = true;
  private int lossyWindows;
  private int windowsToKeep;

  /**
   * A candidate and what it measured.
   *
   * @param round number of the round of trials, from 1
   * @param candidate its number
   * @param measured its window
   */
  public record Trial(int round, int candidate, Measurement measured) {}

  /**
   * What runs in the next window.
   *
   * @param candidate its number
   * @param trying whether the trials go on, or it is kept
   * @param reason in one sentence
   */
  public record Step(int candidate, boolean trying, String reason) {}

  /**
   * @param candidates number of candidates, at least 1
   */
  public AutoWindows(int candidates) {
    if (candidates < 1) {
      throw new IllegalArgumentException("Auto needs a candidate.");
    }
    this.candidates = candidates;
  }

  /** What runs in the first window: Observe. */
  public Step first() {
    return new Step(0, true, "The placement as it is comes first.");
  }

  /** What runs after a window of the current candidate. */
  public Step next(Measurement measured) {
    return trying ? afterTrial(measured) : whileKept(measured);
  }

  /** Whether the next window is a trial. */
  public boolean trying() {
    return trying;
  }

  /** Every trial so far, in their order, over all rounds, the unfinished one included. */
  public List<Trial> trials() {
    List<Trial> all = new ArrayList<>(trials);
    all.addAll(round);
    return List.copyOf(all);
  }

  private Step afterTrial(Measurement measured) {
    Trial trial = new Trial(rounds() + 1, current, measured);
    round.add(trial);
    if (measured.lost() == 0) {
      return keep(current, 0, "It lost nothing, so there is nothing to win back.");
    }
    if (current + 1 < candidates) {
      current++;
      return new Step(
          current,
          true,
          "%d packets were lost, so the next placement is tried.".formatted(measured.lost()));
    }
    Trial best = best();
    return keep(
        best.candidate(),
        WINDOWS_BETWEEN_ROUNDS,
        "Of %d placements it captured %.0f packets/s at %.0f ns of CPU each, the best."
            .formatted(round.size(), best.measured().rate(), best.measured().cpuNsPerPacket()));
  }

  private Trial best() {
    double bestRate = round.stream().mapToDouble(trial -> trial.measured().rate()).max().orElse(0);
    Trial best = null;
    for (Trial trial : round) {
      boolean rateTies = trial.measured().rate() >= bestRate * (1 - MARGIN);
      // The earlier one changes less on the node, so a later one must be clearly cheaper.
      boolean cheaper =
          best == null
              || trial.measured().cpuNsPerPacket()
                  < best.measured().cpuNsPerPacket() * (1 - MARGIN);
      best = rateTies && cheaper ? trial : best;
    }
    return best;
  }

  private Step keep(int candidate, int windows, String reason) {
    trials.addAll(round);
    round = new ArrayList<>();
    current = candidate;
    trying = false;
    lossyWindows = 0;
    windowsToKeep = windows;
    return new Step(candidate, false, reason);
  }

  private Step whileKept(Measurement measured) {
    lossyWindows = measured.lost() == 0 ? 0 : lossyWindows + 1;
    windowsToKeep = Math.max(0, windowsToKeep - 1);
    if (lossyWindows < LOSSES_TO_RETRY || windowsToKeep > 0 || candidates == 1) {
      return new Step(current, false, "It is kept.");
    }
    trying = true;
    current = 0;
    return new Step(
        0,
        true,
        "Packets were lost in %d windows in a row, so placements are tried again."
            .formatted(lossyWindows));
  }

  private int rounds() {
    return trials.isEmpty() ? 0 : trials.getLast().round();
  }
}
