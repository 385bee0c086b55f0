// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.bpf.Abi;

/**
 * Where a packet can be found on its way. Each term is counted where it happens, in packets, and
 * per interface. The identities over them are in {@link InterfaceFunnel#imbalance}.
 */
public enum FunnelTerm {
  /** Packets that reached the hook while the capture was open. */
  SEEN("seen", Abi.Counters.SEEN, false),
  /** Packets that the filter did not want. */
  FILTERED("filtered", Abi.Counters.FILTERED, false),
  /** Packets that the filter wanted, or that came without a filter. */
  MATCHED("matched", Abi.Counters.MATCHED, false),
  /** Packets whose record is complete in a ring. */
  WRITTEN("written", Abi.Counters.WRITTEN, false),
  /**
   * Lost: the ring had no room, its reader was too slow; more buffer memory or another reader CPU
   * helps.
   */
  RING_FULL("ringFull", Abi.Counters.DROPPED_RING_FULL, true),
  /** Lost: the packet interrupted the capture of another one on the same CPU. */
  REENTERED("reentered", Abi.Counters.DROPPED_REENTERED, true),
  /** Lost: the kernel refused to copy the packet. */
  COPY_FAILED("copyFailed", Abi.Counters.DROPPED_COPY_FAILED, true),
  /** Lost: the packet came on a CPU that has no ring. */
  NO_RING("noRing", Abi.Counters.DROPPED_NO_RING, true),
  /** Lost: the kernel did not go on to the next program of the chain. */
  TAILCALL("tailcall", Abi.Counters.DROPPED_TAILCALL, true),
  /** Packets in sealed segments. */
  SPOOLED("spooled", Source.DELIVERY, false),
  /** Lost: the spool had no room for another segment; a larger spool or a faster store helps. */
  SPOOL_FULL("spoolFull", Source.READER, true),
  /** Lost: the spool's file system refused a write. */
  SPOOL_ERROR("spoolError", Source.READER, true),
  /** Written beyond a packet or byte limit, and let go: not a loss. */
  AFTER_LIMIT("afterLimit", Source.READER, false),
  /** Packets in objects that the store has confirmed. */
  DELIVERED("delivered", Source.DELIVERY, false),
  /** Packets in sealed segments that are still on their way to the store. */
  WAITING("waiting", Source.DELIVERY, false),
  /** Packets in segments that could not be delivered; they lie in the spool. */
  ABANDONED("abandoned", Source.DELIVERY, false),
  /** Information: packets of which the snap length or the filter's extent kept only a part. */
  TRUNCATED("truncated", Abi.Counters.TRUNCATED, false),
  /**
   * Information: packets of the wire that written ones hold beyond the first, since the kernel had
   * merged them (GSO, GRO); written and merged together are what the interface counts.
   */
  MERGED("merged", Abi.Counters.MERGED, false);

  private final String key;
  private final int kernelOffset;
  private final boolean loss;

  FunnelTerm(String key, int kernelOffset, boolean loss) {
    this.key = key;
    this.kernelOffset = kernelOffset;
    this.loss = loss;
  }

  /** Its name in JSON. */
  public String key() {
    return key;
  }

  /** Whether the programs count it. */
  public boolean isCountedInKernel() {
    return kernelOffset >= 0;
  }

  /** Offset in the programs' counters; only where {@link #isCountedInKernel}. */
  public int kernelOffset() {
    return kernelOffset;
  }

  /** Whether packets counted here are lost. */
  public boolean isLoss() {
    return loss;
  }

  /** Who counts, if not the programs. */
  private static final class Source {
    static final int READER = -1;
    static final int DELIVERY = -2;
  }
}
