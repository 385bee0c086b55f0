// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What one reader counts per interface. It alone adds; anybody may read, opaquely. */
final class ReaderCounters {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] spoolFull;
  private final long[] spoolError;
  private final long[] afterLimit;

  ReaderCounters(int interfaces) {
    spoolFull = new long[interfaces];
    spoolError = new long[interfaces];
    afterLimit = new long[interfaces];
  }

  /** Adds to one of the terms that readers count. */
  void add(FunnelTerm term, int interfaceId, long packets) {
    long[] counts = of(term);
    ELEMENT.setOpaque(counts, interfaceId, counts[interfaceId] + packets);
  }

  long at(FunnelTerm term, int interfaceId) {
    return (long) ELEMENT.getOpaque(of(term), interfaceId);
  }

  private long[] of(FunnelTerm term) {
    return switch (term) {
      case SPOOL_FULL -> spoolFull;
      case SPOOL_ERROR -> spoolError;
      case AFTER_LIMIT -> afterLimit;
      default -> throw new IllegalArgumentException(term + " is not counted by readers");
    };
  }
}
