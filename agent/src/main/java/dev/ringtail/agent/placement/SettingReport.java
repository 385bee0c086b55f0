// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ringtail.agent.topology.CpuSet;

/**
 * What became of one interrupt or steering mask.
 *
 * @param kind interrupt or steering
 * @param nic interface
 * @param queue its receive queue
 * @param interrupt number, null for steering
 * @param name the driver's name for the interrupt, null for steering
 * @param from CPUs before, null when unreadable
 * @param to CPUs wanted
 * @param now CPUs by the last look, null when unreadable
 * @param effective CPUs where it takes effect by the last look, null when the kernel does not say
 * @param outcome result
 * @param message what the kernel said or what happened, null when there is nothing to say
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SettingReport(
    Kind kind,
    String nic,
    int queue,
    Integer interrupt,
    String name,
    CpuSet from,
    CpuSet to,
    CpuSet now,
    CpuSet effective,
    Outcome outcome,
    String message) {

  /** Kinds of settings. */
  public enum Kind {
    /** An interrupt's affinity. */
    INTERRUPT,
    /** A receive queue's steering mask (RPS). */
    STEERING
  }

  /** Results. */
  public enum Outcome {
    /** Taken and in effect. */
    APPLIED,
    /** Taken; the interrupt follows when it fires next. */
    ACCEPTED,
    /** The kernel manages the interrupt itself and keeps it where it is. */
    MANAGED,
    /** Not taken. */
    REFUSED,
    /** Taken, and changed again by somebody else. */
    REVERTED,
    /** No longer there. */
    GONE,
    /** As it was before the capture. */
    RESTORED
  }

  /** Whether what was wanted holds. */
  public boolean holds() {
    return outcome == Outcome.APPLIED || outcome == Outcome.ACCEPTED;
  }

  SettingReport seen(CpuSet nowCpus, CpuSet effectiveCpus, Outcome result, String words) {
    return new SettingReport(
        kind, nic, queue, interrupt, name, from, to, nowCpus, effectiveCpus, result, words);
  }
}
