// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.Ethtool;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.RefusedPoint;
import dev.ringtail.filter.Hook;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Attaches the programs of an interface at the capture point that is wanted, or, with {@code Auto},
 * at the first that can be had: on NICs native XDP, tc, generic XDP; on software devices, whose
 * native XDP switches offloads off, tc first. XDP sees only packets that arrive: those that leave
 * are taken at tc.
 */
public final class CaptureLadder {
  private static final List<CapturePoint> OF_NICS =
      List.of(CapturePoint.XDP_NATIVE, CapturePoint.TC, CapturePoint.XDP_GENERIC);
  private static final List<CapturePoint> OF_SOFTWARE =
      List.of(CapturePoint.TC, CapturePoint.XDP_NATIVE, CapturePoint.XDP_GENERIC);

  private final RingMemory rings;
  private final int possibleCpus;
  private final int xdpVerdict;
  private final CapturePoint wanted;
  private final Direction direction;

  /**
   * @param xdpVerdict what programs at XDP return, {@link InterfaceCapture#PASS} but for benchmarks
   * @param wanted a point, or Auto
   */
  public CaptureLadder(
      RingMemory rings,
      int possibleCpus,
      int xdpVerdict,
      CapturePoint wanted,
      Direction direction) {
    this.rings = rings;
    this.possibleCpus = possibleCpus;
    this.xdpVerdict = xdpVerdict;
    this.wanted = wanted;
    this.direction = direction;
  }

  /**
   * Loads and attaches with the gate closed: packets pass uncounted. In the network namespace of
   * the calling thread.
   *
   * @param interfaceId its number in the files
   * @param name of the interface
   * @param filter empty: every packet
   * @throws PointRefusedException when the point cannot be had, or no point with Auto; nothing is
   *     attached then
   */
  public InterfaceCapture attach(
      int interfaceId, int ifindex, String name, Optional<BoundFilter> filter)
      throws PointRefusedException {
    ProgramSetup setup = new ProgramSetup(interfaceId, rings, possibleCpus, xdpVerdict, filter);
    if (wanted != CapturePoint.AUTO) {
      return new Rung(setup, ifindex, name, direction).attach(wanted, List.of());
    }
    List<RefusedPoint> refused = new ArrayList<>();
    for (CapturePoint point : Ethtool.isOnBus(name) ? OF_NICS : OF_SOFTWARE) {
      try {
        return new Rung(setup, ifindex, name, direction).attach(point, refused);
      } catch (PointRefusedException e) {
        refused.add(new RefusedPoint(point, e.reason(), e.getMessage()));
      }
    }
    throw new PointRefusedException(
        "NoCapturePoint",
        refused.stream().map(RefusedPoint::message).collect(Collectors.joining("; ")));
  }

  /** One interface, and the attempts at it. */
  private record Rung(ProgramSetup setup, int ifindex, String name, Direction direction) {

    InterfaceCapture attach(CapturePoint point, List<RefusedPoint> before)
        throws PointRefusedException {
      List<HookPrograms> hooks = new ArrayList<>();
      try {
        switch (point) {
          case TC -> hooks.add(tc(Optional.empty(), direction));
          case XDP_NATIVE, XDP_GENERIC -> {
            requireXdp(point);
            hooks.add(point == CapturePoint.XDP_NATIVE ? xdpNative() : xdpGeneric());
            if (direction == Direction.BOTH) {
              hooks.add(tc(Optional.of(hooks.getFirst()), Direction.EGRESS));
            }
          }
          case XDP_EXIT, AUTO ->
              throw new PointRefusedException(
                  "NotInThisVersion",
                  "capture point %s is not in this version; use Auto".formatted(point));
        }
        return new InterfaceCapture(setup, point, direction, before, hooks);
      } catch (PointRefusedException e) {
        hooks.forEach(HookPrograms::close);
        throw e;
      } catch (KernelException e) {
        hooks.forEach(HookPrograms::close);
        throw new PointRefusedException("KernelRefused", e.getMessage(), e);
      }
    }

    private void requireXdp(CapturePoint point) throws PointRefusedException {
      if (direction == Direction.EGRESS) {
        throw new PointRefusedException(
            "DirectionNotSeen",
            "XDP sees no packets that leave %s; use capture point Tc or Auto".formatted(name));
      }
      Optional<ExistingProgram> owner = ExistingProgram.on(ifindex);
      if (owner.isPresent()) {
        throw new XdpSlotBusyException(name, owner.get());
      }
      if (point == CapturePoint.XDP_NATIVE
          && setup.filter().filter(bound -> bound.filter().asksVlan()).isPresent()
          && Ethtool.hidesVlanTags(name)) {
        throw new PointRefusedException("VlanTagsHidden", HiddenTags.sentence(name));
      }
    }

    /** With support for packets of several fragments, then without, which some drivers want. */
    private HookPrograms xdpNative() throws PointRefusedException {
      String what = "cannot attach native XDP to " + name;
      try {
        return xdp(true, Bpf.XDP_FLAGS_DRV_MODE, what);
      } catch (KernelException withFragments) {
        try {
          return xdp(false, Bpf.XDP_FLAGS_DRV_MODE, what);
        } catch (KernelException without) {
          throw new PointRefusedException(
              "DriverRefused",
              "%s, with support for fragments: %s; without: %s"
                  .formatted(
                      what,
                      KernelException.describe(withFragments.errno()),
                      KernelException.describe(without.errno())),
              without);
        }
      }
    }

    private HookPrograms xdpGeneric() {
      return xdp(true, Bpf.XDP_FLAGS_SKB_MODE, "cannot attach generic XDP to " + name);
    }

    private HookPrograms xdp(boolean frags, int mode, String what) {
      HookPrograms programs = HookPrograms.load(Hook.XDP, setup, frags, Optional.empty());
      try {
        programs.attach(HookPrograms.XDP_ENTRY, ifindex, Bpf.ATTACH_TYPE_XDP, mode, what);
        return programs;
      } catch (KernelException e) {
        programs.close();
        throw e;
      }
    }

    /** Before all other programs: one in front that passes packets would hide them. */
    private HookPrograms tc(Optional<HookPrograms> beside, Direction which)
        throws PointRefusedException {
      if (!KernelRelease.running().hasTcx()) {
        throw new PointRefusedException(
            "KernelTooOld",
            "capture point Tc needs kernel 6.6 or newer, for tcx, and this is %s; use XdpNative"
                .formatted(KernelRelease.running().text()));
      }
      HookPrograms programs = HookPrograms.load(Hook.TC, setup, false, beside);
      try {
        String what = "cannot attach tcx to " + name;
        if (which != Direction.EGRESS) {
          programs.attach(
              HookPrograms.TC_INGRESS, ifindex, Bpf.ATTACH_TYPE_TCX_INGRESS, Bpf.FLAG_BEFORE, what);
        }
        if (which != Direction.INGRESS) {
          programs.attach(
              HookPrograms.TC_EGRESS, ifindex, Bpf.ATTACH_TYPE_TCX_EGRESS, Bpf.FLAG_BEFORE, what);
        }
        return programs;
      } catch (KernelException e) {
        programs.close();
        throw e;
      }
    }
  }
}
