// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import java.util.function.DoubleFunction;

/** Finds the highest rate at which nothing is dropped, by halving. */
final class LosslessSearch {
  private static final int STEPS = 9;
  private static final double CLOSE_ENOUGH = 1.04;
  private static final double STEP_DOWN = 0.7;

  private LosslessSearch() {}

  /**
   * @param blast a run at full speed
   * @param atRate a run at a rate; one that drops packets is given a second chance, since others
   *     use the machine too
   * @return the fastest run without a drop, or {@code blast} if there was none
   */
  static Trial search(Trial blast, DoubleFunction<Trial> atRate) {
    if (blast.isLossless()) {
      return blast;
    }
    double tooHigh = blast.offered() / blast.seconds();
    double rate = blast.rate();
    Trial best = null;
    for (int step = 0; step < STEPS; step++) {
      Trial trial = atRate.apply(rate);
      if (!trial.isLossless()) {
        trial = atRate.apply(rate);
      }
      if (trial.isLossless()) {
        best = best == null || trial.rate() > best.rate() ? trial : best;
      } else {
        tooHigh = rate;
      }
      if (best != null && tooHigh / best.rate() < CLOSE_ENOUGH) {
        break;
      }
      rate = best == null ? rate * STEP_DOWN : (best.rate() + tooHigh) / 2;
    }
    return best == null ? blast : best;
  }
}
