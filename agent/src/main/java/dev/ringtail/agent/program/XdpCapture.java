// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.Mapping;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.bpf.Abi;
import dev.ringtail.bpf.BpfObjects;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.Optional;

/**
 * The programs of one interface: entry, filter, capture. From {@link #load} to {@link #attach}
 * nothing happens to a packet; from there until {@link #openGate} packets pass uncounted. The
 * conductor's thread uses it; the gate may be closed from any.
 */
public final class XdpCapture implements AutoCloseable {
  /** What a program returns when the packet goes on to the stack, {@code XDP_PASS}. */
  public static final int PASS = 2;

  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final int NONE = -1;

  private final int interfaceId;
  private final LoadedObject object;
  private final boolean frags;
  private final CounterBlock counters;
  private final Mapping control;
  private final FilterSlot slot;
  private int link = NONE;

  private XdpCapture(
      int interfaceId, LoadedObject object, boolean frags, int possibleCpus, FilterSlot slot) {
    this.interfaceId = interfaceId;
    this.object = object;
    this.frags = frags;
    this.slot = slot;
    this.counters =
        new CounterBlock(
            Mapping.of(
                object.map("ringtail_counters"),
                0,
                pages((long) possibleCpus * Abi.Counters.SIZE),
                true,
                "the counters"),
            possibleCpus);
    this.control =
        Mapping.of(object.map("ringtail_control"), 0, Abi.PAGE, true, "the control cell");
  }

  /**
   * Loads the programs for one interface; nothing is attached yet.
   *
   * @param interfaceId its number in the files
   * @param verdict what every program returns, {@link #PASS} but for benchmarks
   * @param frags whether packets of several fragments are understood
   * @param filter empty: every packet
   * @throws KernelException with the verifier's words when the kernel refuses
   */
  public static XdpCapture load(
      int interfaceId,
      RingMemory rings,
      int possibleCpus,
      int verdict,
      boolean frags,
      Optional<BoundFilter> filter) {
    LoadedObject object =
        LoadedObject.open(BpfObjects.XDP, BpfObjects.read(BpfObjects.XDP))
            .settings(
                ".rodata",
                settings -> {
                  settings.set(JAVA_INT, Abi.Settings.INTERFACE_ID, interfaceId);
                  settings.set(JAVA_INT, Abi.Settings.RING_BYTES, rings.geometry().ringBytes());
                  settings.set(JAVA_INT, Abi.Settings.SNAP_LENGTH, rings.geometry().snapLength());
                  settings.set(JAVA_INT, Abi.Settings.VERDICT, verdict);
                  settings.set(
                      JAVA_INT, Abi.Settings.PREEMPT_RT, KernelRelease.isRealTime() ? 1 : 0);
                  settings.set(JAVA_INT, Abi.Settings.MARK_SHIFT, rings.geometry().markShift());
                })
            .reuse("ringtail_rings", rings.ringsMap())
            .reuse("ringtail_ring_of_cpu", rings.ringOfCpuMap())
            .reuse("ringtail_bells", rings.bellsMap())
            .entries("ringtail_counters", possibleCpus)
            .programFlags("ringtail_entry", frags ? Bpf.PROG_FLAG_XDP_HAS_FRAGS : 0)
            .programFlags("ringtail_capture", frags ? Bpf.PROG_FLAG_XDP_HAS_FRAGS : 0)
            .load();
    try {
      FilterSlot slot = new FilterSlot(object, frags, verdict);
      slot.prepare(filter).judge();
      return new XdpCapture(interfaceId, object, frags, possibleCpus, slot);
    } catch (KernelException e) {
      object.close();
      throw e;
    }
  }

  /**
   * Attaches natively, with the gate closed.
   *
   * @param name of the interface, for errors
   * @throws XdpSlotBusyException when the interface runs a program already
   * @throws KernelException when driver or kernel refuse
   */
  public void attach(int ifindex, String name) throws XdpSlotBusyException {
    Optional<ExistingProgram> owner = ExistingProgram.on(ifindex);
    if (owner.isPresent()) {
      throw new XdpSlotBusyException(name, owner.get());
    }
    link =
        Bpf.createLink(
            object.program("ringtail_entry"),
            ifindex,
            Bpf.ATTACH_TYPE_XDP,
            Bpf.XDP_FLAGS_DRV_MODE,
            "cannot attach native XDP to " + name);
  }

  /** Lets packets in: from here on each one is counted. */
  public void openGate() {
    INT.setRelease(control.segment(), (long) Abi.Control.GATE, 1);
  }

  /** Packets that come after this pass uncounted; one that is under way is finished. */
  public void closeGate() {
    INT.setRelease(control.segment(), (long) Abi.Control.GATE, 0);
  }

  /** Nanoseconds by which TAI is ahead of the wall clock. */
  public void taiOffset(long nanoseconds) {
    LONG.setRelease(control.segment(), (long) Abi.Control.TAI_OFFSET_NS, nanoseconds);
  }

  /**
   * Takes the program off the interface. Packets under way may still be in it, see {@link
   * Quiescence}.
   */
  public void detach() {
    if (link != NONE) {
      LibC.close(link);
      link = NONE;
    }
  }

  public CounterBlock counters() {
    return counters;
  }

  /** Where the filter is, and is replaced. */
  public FilterSlot filterSlot() {
    return slot;
  }

  /** Its number in the files. */
  public int interfaceId() {
    return interfaceId;
  }

  /** Whether packets of several fragments are understood. */
  public boolean frags() {
    return frags;
  }

  /** The kernel's tags of entry, filter if there is one, and capture. */
  public Map<String, String> programTags() {
    String entry = Bpf.programTag(object.program("ringtail_entry"));
    String capture = Bpf.programTag(object.program("ringtail_capture"));
    return slot.tag()
        .map(filter -> Map.of("entry", entry, "filter", filter, "capture", capture))
        .orElseGet(() -> Map.of("entry", entry, "capture", capture));
  }

  /** Descriptor of the entry program, for BPF_PROG_TEST_RUN. */
  public int entryProgram() {
    return object.program("ringtail_entry");
  }

  @Override
  public void close() {
    detach();
    slot.close();
    counters.close();
    control.close();
    object.close();
  }

  private static long pages(long bytes) {
    return (bytes + Abi.PAGE - 1) / Abi.PAGE * Abi.PAGE;
  }
}
