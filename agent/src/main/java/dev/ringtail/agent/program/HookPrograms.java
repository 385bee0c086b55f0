// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.bpf.Abi;
import dev.ringtail.bpf.BpfObjects;
import dev.ringtail.filter.Hook;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One object in the kernel, of XDP or of tc: its programs with their filter slot, and the links by
 * which they are attached.
 */
final class HookPrograms implements AutoCloseable {
  static final String XDP_ENTRY = "ringtail_entry";
  static final String TC_INGRESS = "ringtail_ingress";
  static final String TC_EGRESS = "ringtail_egress";

  private static final String CAPTURE = "ringtail_capture";

  /** {@code TCX_NEXT}: the next program, or the stack, has the packet as if this was not there. */
  private static final int TCX_NEXT = -1;

  private final Hook hook;
  private final boolean frags;
  private final LoadedObject object;
  private final FilterSlot slot;
  private final Map<String, Integer> links = new LinkedHashMap<>();

  private HookPrograms(Hook hook, boolean frags, LoadedObject object, FilterSlot slot) {
    this.hook = hook;
    this.frags = frags;
    this.object = object;
    this.slot = slot;
  }

  /**
   * Loads the programs; nothing is attached yet.
   *
   * @param frags whether packets of several fragments are understood; of XDP only
   * @param beside programs of the same interface, whose counters and gate these have too
   * @throws KernelException with the verifier's words when the kernel refuses
   */
  static HookPrograms load(
      Hook hook, ProgramSetup setup, boolean frags, Optional<HookPrograms> beside) {
    String name = hook == Hook.XDP ? BpfObjects.XDP : BpfObjects.TC;
    int verdict = hook == Hook.XDP ? setup.xdpVerdict() : TCX_NEXT;
    LoadedObject object = LoadedObject.open(name, BpfObjects.read(name));
    configure(object, setup, verdict);
    if (beside.isPresent()) {
      object.reuse("ringtail_counters", beside.get().map("ringtail_counters"));
      object.reuse("ringtail_control", beside.get().map("ringtail_control"));
    } else {
      object.entries("ringtail_counters", setup.possibleCpus());
    }
    if (frags) {
      object.programFlags(XDP_ENTRY, Bpf.PROG_FLAG_XDP_HAS_FRAGS);
      object.programFlags(CAPTURE, Bpf.PROG_FLAG_XDP_HAS_FRAGS);
    }
    object.load();
    try {
      FilterSlot slot = new FilterSlot(hook, object, frags, verdict);
      slot.prepare(setup.filter()).judge();
      return new HookPrograms(hook, frags, object, slot);
    } catch (KernelException e) {
      object.close();
      throw e;
    }
  }

  private static void configure(LoadedObject object, ProgramSetup setup, int verdict) {
    object
        .settings(
            ".rodata",
            settings -> {
              settings.set(JAVA_INT, Abi.Settings.INTERFACE_ID, setup.interfaceId());
              settings.set(JAVA_INT, Abi.Settings.RING_BYTES, setup.rings().geometry().ringBytes());
              settings.set(
                  JAVA_INT, Abi.Settings.SNAP_LENGTH, setup.rings().geometry().snapLength());
              settings.set(JAVA_INT, Abi.Settings.VERDICT, verdict);
              settings.set(JAVA_INT, Abi.Settings.PREEMPT_RT, KernelRelease.isRealTime() ? 1 : 0);
              settings.set(JAVA_INT, Abi.Settings.MARK_SHIFT, setup.rings().geometry().markShift());
            })
        .reuse("ringtail_rings", setup.rings().ringsMap())
        .reuse("ringtail_ring_of_cpu", setup.rings().ringOfCpuMap())
        .reuse("ringtail_bells", setup.rings().bellsMap());
  }

  /**
   * Attaches an entry program by a link of its own.
   *
   * @param type and flags as for {@link Bpf#createLink}
   * @param what the start of the sentence when the kernel refuses
   */
  synchronized void attach(String entry, int ifindex, int type, int flags, String what) {
    links.put(entry, Bpf.createLink(object.program(entry), ifindex, type, flags, what));
  }

  synchronized void detach() {
    links.values().forEach(LibC::close);
    links.clear();
  }

  /** Whether an interface is still where the programs were attached. */
  synchronized boolean isThere() {
    return links.values().stream().anyMatch(link -> Bpf.linkInterface(link) != 0);
  }

  FilterSlot slot() {
    return slot;
  }

  /** Whether packets of several fragments are understood. */
  boolean frags() {
    return frags;
  }

  int map(String map) {
    return object.map(map);
  }

  int program(String program) {
    return object.program(program);
  }

  /** The kernel's tags of all programs, by what they do. */
  Map<String, String> tags() {
    Map<String, String> tags = new LinkedHashMap<>();
    if (hook == Hook.XDP) {
      tags.put("entry", tag(XDP_ENTRY));
      slot.tag().ifPresent(filter -> tags.put("filter", filter));
      tags.put("capture", tag(CAPTURE));
    } else {
      tags.put("tcIngress", tag(TC_INGRESS));
      tags.put("tcEgress", tag(TC_EGRESS));
      slot.tag().ifPresent(filter -> tags.put("tcFilter", filter));
      tags.put("tcCapture", tag(CAPTURE));
    }
    return tags;
  }

  private String tag(String program) {
    return Bpf.programTag(object.program(program));
  }

  @Override
  public void close() {
    detach();
    slot.close();
    object.close();
  }
}
