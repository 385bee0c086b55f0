// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.Mapping;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.bpf.Abi;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.RefusedPoint;
import dev.ringtail.filter.Hook;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The programs of one interface, at one hook or at two, which count together and have one gate.
 * From {@link CaptureLadder#attach} until {@link #openGate} packets pass uncounted. The conductor's
 * thread uses it; the gate may be closed from any.
 */
public final class InterfaceCapture implements AutoCloseable {
  /** What a program at XDP returns when the packet goes on to the stack, {@code XDP_PASS}. */
  public static final int PASS = 2;

  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final int interfaceId;
  private final CapturePoint point;
  private final Direction direction;
  private final List<RefusedPoint> refused;
  private final List<HookPrograms> hooks;
  private final CounterBlock counters;
  private final Mapping control;

  /**
   * @param point where packets are taken; with direction Both at XDP, those that leave are at tc
   * @param refused points that were tried before
   * @param hooks of which the first has the maps of all; closed with this
   */
  InterfaceCapture(
      ProgramSetup setup,
      CapturePoint point,
      Direction direction,
      List<RefusedPoint> refused,
      List<HookPrograms> hooks) {
    this.interfaceId = setup.interfaceId();
    this.point = point;
    this.direction = direction;
    this.refused = List.copyOf(refused);
    this.hooks = List.copyOf(hooks);
    int cpus = setup.possibleCpus();
    this.counters =
        new CounterBlock(
            Mapping.of(
                hooks.getFirst().map("ringtail_counters"),
                0,
                pages((long) cpus * Abi.Counters.SIZE),
                true,
                "the counters"),
            cpus);
    this.control =
        Mapping.of(hooks.getFirst().map("ringtail_control"), 0, Abi.PAGE, true, "the control cell");
  }

  /**
   * Loads the programs of XDP for one interface and attaches them nowhere, for tests and benchmarks
   * that run them by themselves.
   *
   * @param interfaceId its number in the files
   * @param verdict what every program returns
   * @param frags whether packets of several fragments are understood
   * @param filter empty: every packet
   * @throws KernelException with the verifier's words when the kernel refuses
   */
  public static InterfaceCapture load(
      int interfaceId,
      RingMemory rings,
      int possibleCpus,
      int verdict,
      boolean frags,
      Optional<BoundFilter> filter) {
    ProgramSetup setup = new ProgramSetup(interfaceId, rings, possibleCpus, verdict, filter);
    return new InterfaceCapture(
        setup,
        CapturePoint.XDP_NATIVE,
        Direction.INGRESS,
        List.of(),
        List.of(HookPrograms.load(Hook.XDP, setup, frags, Optional.empty())));
  }

  /** The same with the programs of tc. */
  public static InterfaceCapture loadTc(int interfaceId, RingMemory rings, int possibleCpus) {
    ProgramSetup setup = new ProgramSetup(interfaceId, rings, possibleCpus, PASS, Optional.empty());
    return new InterfaceCapture(
        setup,
        CapturePoint.TC,
        Direction.BOTH,
        List.of(),
        List.of(HookPrograms.load(Hook.TC, setup, false, Optional.empty())));
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
   * Takes the programs off the interface. Packets under way may still be in them, see {@link
   * Quiescence}.
   */
  public void detach() {
    hooks.forEach(HookPrograms::detach);
  }

  /** Whether the interface that the programs were attached to is still there. */
  public boolean isThere() {
    return hooks.stream().anyMatch(HookPrograms::isThere);
  }

  public CounterBlock counters() {
    return counters;
  }

  /** Where the filters are, and are replaced: one slot for each hook. */
  public List<FilterSlot> filterSlots() {
    return hooks.stream().map(HookPrograms::slot).toList();
  }

  /** Its number in the files. */
  public int interfaceId() {
    return interfaceId;
  }

  /** Where packets are taken. */
  public CapturePoint point() {
    return point;
  }

  /** Which packets are. */
  public Direction direction() {
    return direction;
  }

  /** The points that would have been better, and why they are not used. */
  public List<RefusedPoint> refused() {
    return refused;
  }

  /** Whether packets of several fragments are understood; of XDP only. */
  public boolean frags() {
    return hooks.getFirst().frags();
  }

  /** The kernel's tags of all programs, by what they do. */
  public Map<String, String> programTags() {
    Map<String, String> tags = new LinkedHashMap<>();
    hooks.forEach(hook -> tags.putAll(hook.tags()));
    return tags;
  }

  /** Descriptor of the entry program at XDP, for BPF_PROG_TEST_RUN. */
  public int entryProgram() {
    return hooks.getFirst().program(HookPrograms.XDP_ENTRY);
  }

  @Override
  public void close() {
    detach();
    counters.close();
    control.close();
    hooks.forEach(HookPrograms::close);
  }

  private static long pages(long bytes) {
    return (bytes + Abi.PAGE - 1) / Abi.PAGE * Abi.PAGE;
  }
}
