// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * A reader thread.
 *
 * @param number its number
 * @param allowedCpus where it may run, as a CPU list; empty before it has started
 * @param lastCpu where it ran last, -1 when not known
 * @param cpuSeconds CPU time it has used
 * @param waitedSeconds time for which it could have run and no CPU was free
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReaderStatus(
    int number, String allowedCpus, int lastCpu, double cpuSeconds, double waitedSeconds) {}
