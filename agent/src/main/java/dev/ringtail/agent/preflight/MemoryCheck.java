// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.ring.RingGeometry;
import dev.ringtail.agent.ring.RingMemoryException;

/** Whether the rings fit: the kernel charges them to this process's memory control group. */
final class MemoryCheck {
  private static final String NAME = "memory";

  /** What the agent needs beside its rings: heap, class data, buffers of the uploads. */
  private static final long AGENT_BYTES = 256L << 20;

  private MemoryCheck() {}

  /**
   * @param budgetBytes for all rings
   * @param rings one per CPU that may receive
   */
  static Check of(MemoryLimit limit, long budgetBytes, int rings, int snapLength) {
    try {
      RingGeometry geometry = RingGeometry.forBudget(budgetBytes, rings, snapLength);
      return judged(
          limit,
          budgetBytes,
          "%s for %d rings of %s; %s"
              .formatted(mib(budgetBytes), rings, mib(geometry.ringBytes()), words(limit)));
    } catch (RingMemoryException e) {
      return Check.failed(Check.NODE, NAME, e.getMessage(), "raise --memory");
    }
  }

  private static Check judged(MemoryLimit limit, long budget, String finding) {
    long group = limit.groupBytes().orElse(Long.MAX_VALUE);
    if (group < budget || limit.availableBytes().orElse(Long.MAX_VALUE) < budget) {
      return Check.failed(
          Check.NODE,
          NAME,
          finding,
          "lower --memory, or give the agent %s".formatted(mib(budget + AGENT_BYTES)));
    }
    if (group < budget + AGENT_BYTES) {
      return Check.limited(
          Check.NODE,
          NAME,
          finding,
          "raise the memory limit to %s: the rings plus %s for the agent itself"
              .formatted(mib(budget + AGENT_BYTES), mib(AGENT_BYTES)));
    }
    return Check.ok(Check.NODE, NAME, finding);
  }

  private static String words(MemoryLimit limit) {
    String group =
        limit.groupBytes().isEmpty()
            ? "no limit by a control group"
            : "limit of the control group " + mib(limit.groupBytes().getAsLong());
    return limit.availableBytes().isEmpty()
        ? group
        : group + ", the node has " + mib(limit.availableBytes().getAsLong()) + " available";
  }

  private static String mib(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
