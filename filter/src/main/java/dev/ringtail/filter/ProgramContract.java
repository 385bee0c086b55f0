// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

import java.util.Map;
import java.util.Objects;

/**
 * What a generated program must call and count. All numbers come from whoever loads it.
 *
 * @param hook where the program runs
 * @param countersMapFd an ARRAY map with one element per possible CPU, keyed by the CPU's number
 * @param counterSize bytes of one element of the counters map
 * @param filteredOffset offset of the u64 that counts packets that do not match
 * @param matchedOffset offset of the u64 that counts packets that match, here only those whose tail
 *     call fell through
 * @param tailcallOffset offset of the u64 that counts tail calls that fell through
 * @param extentOffset offset of the u32 that hands the extent to the capture program
 * @param slotsMapFd the PROG_ARRAY map of the interface
 * @param captureSlot index of the capture program in it
 * @param verdict returned for packets that the capture program does not get: XDP_PASS (2) or
 *     TCX_NEXT (-1)
 * @param atomicCounters whether counters are added to atomically (PREEMPT_RT)
 * @param sets the map of each set that the filter uses
 */
public record ProgramContract(
    Hook hook,
    int countersMapFd,
    int counterSize,
    int filteredOffset,
    int matchedOffset,
    int tailcallOffset,
    int extentOffset,
    int slotsMapFd,
    int captureSlot,
    int verdict,
    boolean atomicCounters,
    Map<SetUse, SetMap> sets) {

  public ProgramContract {
    Objects.requireNonNull(hook, "hook");
    requireInside(filteredOffset, Long.BYTES, counterSize);
    requireInside(matchedOffset, Long.BYTES, counterSize);
    requireInside(tailcallOffset, Long.BYTES, counterSize);
    requireInside(extentOffset, Integer.BYTES, counterSize);
    sets = Map.copyOf(sets);
  }

  private static void requireInside(int offset, int bytes, int counterSize) {
    if (offset < 0 || offset % bytes != 0 || offset + bytes > counterSize) {
      throw new IllegalArgumentException(
          "offset %d of %d bytes is not an aligned part of a counters element of %d bytes"
              .formatted(offset, bytes, counterSize));
    }
  }
}
