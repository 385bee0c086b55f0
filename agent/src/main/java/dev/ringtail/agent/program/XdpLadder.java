// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.ring.RingMemory;
import java.util.Optional;

/**
 * Attaches the programs of an interface in the first way that its driver accepts: with support for
 * packets of several fragments, then without, which some drivers want and which a large MTU
 * forbids.
 */
public final class XdpLadder {
  private final RingMemory rings;
  private final int possibleCpus;
  private final int verdict;
  private final Optional<BoundFilter> filter;

  /**
   * @param verdict what every program returns, {@link XdpCapture#PASS} but for benchmarks
   * @param filter empty: every packet
   */
  public XdpLadder(RingMemory rings, int possibleCpus, int verdict, Optional<BoundFilter> filter) {
    this.rings = rings;
    this.possibleCpus = possibleCpus;
    this.verdict = verdict;
    this.filter = filter;
  }

  /**
   * Loads and attaches with the gate closed: packets pass uncounted.
   *
   * @param interfaceId its number in the files
   * @param name of the interface, for errors
   * @throws XdpSlotBusyException when the interface runs a program already
   * @throws KernelException with both refusals when driver or kernel refuse; nothing is attached
   *     then
   */
  public XdpCapture attach(int interfaceId, int ifindex, String name) throws XdpSlotBusyException {
    try {
      return attach(interfaceId, ifindex, name, true);
    } catch (KernelException withFragments) {
      try {
        return attach(interfaceId, ifindex, name, false);
      } catch (KernelException without) {
        throw new KernelException(
            "%s, with support for fragments: %s; without"
                .formatted(
                    "cannot attach native XDP to " + name,
                    KernelException.describe(withFragments.errno())),
            without.errno());
      }
    }
  }

  private XdpCapture attach(int interfaceId, int ifindex, String name, boolean fragments)
      throws XdpSlotBusyException {
    XdpCapture capture =
        XdpCapture.load(interfaceId, rings, possibleCpus, verdict, fragments, filter);
    try {
      capture.attach(ifindex, name);
      return capture;
    } catch (XdpSlotBusyException | KernelException e) {
      capture.close();
      throw e;
    }
  }
}
