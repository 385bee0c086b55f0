// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.bpf.Abi;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.ProgramContract;
import java.util.Optional;

/**
 * The place between entry and capture at one hook of an interface, and the filter program in it.
 * The kernel replaces a program in its slot in one store (kernel/bpf/arraymap.c,
 * fd_array_map_update_elem): a packet is judged by the old program or by the new one. One thread at
 * a time.
 */
public final class FilterSlot implements AutoCloseable {
  private static final int NONE = -1;

  private final Hook hook;
  private final LoadedObject object;
  private final boolean frags;
  private final int verdict;
  private final int slots;
  private final int capture;
  private int program = NONE;

  /**
   * @param object with the entry and the capture program, owned by the caller
   */
  FilterSlot(Hook hook, LoadedObject object, boolean frags, int verdict) {
    this.hook = hook;
    this.object = object;
    this.frags = frags;
    this.verdict = verdict;
    this.slots = object.map("ringtail_slots");
    this.capture = object.program("ringtail_capture");
    Bpf.updateMap(slots, Abi.SLOT_CAPTURE, capture, "the capture program in its slot");
  }

  /** A filter program that the kernel has taken and no packet has met. */
  public final class Next implements AutoCloseable {
    private int loaded;

    private Next(int loaded) {
      this.loaded = loaded;
    }

    /** From here on it judges, and the program before it goes. */
    public void judge() {
      Bpf.updateMap(
          slots,
          Abi.SLOT_FILTER,
          loaded == NONE ? capture : loaded,
          "the filter program in its slot");
      FilterSlot.this.close();
      program = loaded;
      loaded = NONE;
    }

    /** Gives up a program that was not put in the slot. */
    @Override
    public void close() {
      if (loaded != NONE) {
        LibC.close(loaded);
        loaded = NONE;
      }
    }
  }

  /**
   * Loads what is to judge next; packets do not notice.
   *
   * @param filter empty: every packet matches
   * @throws dev.ringtail.agent.kernel.KernelException with the verifier's words when the kernel
   *     refuses
   */
  public Next prepare(Optional<BoundFilter> filter) {
    return new Next(filter.map(this::load).orElse(NONE));
  }

  private int load(BoundFilter bound) {
    ProgramContract contract =
        new ProgramContract(
            hook,
            object.map("ringtail_counters"),
            Abi.Counters.SIZE,
            Abi.Counters.FILTERED,
            Abi.Counters.MATCHED,
            Abi.Counters.DROPPED_TAILCALL,
            Abi.Counters.EXTENT,
            slots,
            Abi.SLOT_CAPTURE,
            verdict,
            KernelRelease.isRealTime(),
            bound.sets());
    return Bpf.loadProgram(
        hook == Hook.XDP ? Bpf.PROG_TYPE_XDP : Bpf.PROG_TYPE_SCHED_CLS,
        hook == Hook.XDP ? Bpf.ATTACH_TYPE_XDP : Bpf.ATTACH_TYPE_NONE,
        frags ? Bpf.PROG_FLAG_XDP_HAS_FRAGS : 0,
        "ringtail_filter",
        bound.filter().assemble(contract).instructions());
  }

  /** The kernel's tag of the program that judges; empty when there is none. */
  Optional<String> tag() {
    return program == NONE ? Optional.empty() : Optional.of(Bpf.programTag(program));
  }

  /** Lets go of the program; what is in the slot stays as long as the slot. */
  @Override
  public void close() {
    if (program != NONE) {
      LibC.close(program);
      program = NONE;
    }
  }
}
