// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.ring;

/** The memory budget does not give every ring its least size. */
public final class RingMemoryException extends Exception {
  private static final long serialVersionUID = 1L;

  RingMemoryException(long budgetBytes, int rings, long bytesPerRing) {
    super(
        ("buffer memory of %.1f MiB is too little for %d rings, one per CPU that may receive: each"
                + " takes at least %.1f MiB; give at least %d MiB, or a smaller snap length")
            .formatted(
                mib(budgetBytes),
                rings,
                mib(bytesPerRing),
                (long) Math.ceil(mib(bytesPerRing * rings))));
  }

  private static double mib(long bytes) {
    return bytes / (double) (1 << 20);
  }
}
