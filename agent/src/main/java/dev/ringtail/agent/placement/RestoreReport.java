// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import dev.ringtail.agent.topology.CpuSet;
import java.util.List;

/**
 * What was given back.
 *
 * @param items one per setting that had been changed
 */
public record RestoreReport(List<Item> items) {

  /**
   * One setting.
   *
   * @param setting in words
   * @param to the CPUs it had before
   * @param result what came of it
   * @param message what happened, in one sentence
   */
  public record Item(String setting, CpuSet to, Result result, String message) {}

  /** Results. */
  public enum Result {
    /** Written and read back. */
    RESTORED,
    /** It had its old CPUs already. */
    UNCHANGED,
    /** It does not exist any more. */
    GONE,
    /** The kernel did not take the old CPUs; tried again next time. */
    REFUSED
  }

  /** Takes an unmodifiable copy. */
  public RestoreReport {
    items = List.copyOf(items);
  }

  /** Whether everything that still exists is as it was. */
  public boolean complete() {
    return items.stream().noneMatch(item -> item.result() == Result.REFUSED);
  }
}
