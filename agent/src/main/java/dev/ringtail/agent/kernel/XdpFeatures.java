// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a driver says it can do for XDP programs: family {@code netdev} of generic netlink, from
 * Linux 6.3 on ({@code include/uapi/linux/netdev.h}).
 *
 * @param actions bits of {@code enum netdev_xdp_act}
 * @param metadata bits of {@code enum netdev_xdp_rx_metadata}
 */
public record XdpFeatures(long actions, long metadata) {
  private static final String FAMILY = "netdev";
  private static final int DEV_GET = 1;
  private static final int IFINDEX = 1;
  private static final int XDP_FEATURES = 3;
  private static final int METADATA_FEATURES = 5;

  private static final long BASIC = 1;
  private static final long HW_OFFLOAD = 1 << 4;
  private static final long RX_SG = 1 << 5;
  private static final long RX_TIMESTAMP = 1;

  /**
   * Asks the kernel in the network namespace of this process.
   *
   * @return empty when the kernel cannot tell: older than 6.3, or there is no such interface
   */
  public static Optional<XdpFeatures> of(int ifindex) {
    try (GenericNetlink kernel = new GenericNetlink()) {
      OptionalInt family = kernel.family(FAMILY);
      return family.isEmpty()
          ? Optional.empty()
          : kernel
              .ask(family.getAsInt(), DEV_GET, IFINDEX, NetlinkMessage.number(ifindex))
              .flatMap(XdpFeatures::of);
    } catch (KernelException e) {
      return Optional.empty();
    }
  }

  static Optional<XdpFeatures> of(NetlinkMessage answer) {
    Map<Integer, ByteBuffer> attributes = answer.attributes();
    return Optional.ofNullable(attributes.get(XDP_FEATURES))
        .map(
            actions -> new XdpFeatures(number(actions), number(attributes.get(METADATA_FEATURES))));
  }

  /** A 64-bit value; 0 for one that older kernels do not send. */
  private static long number(ByteBuffer value) {
    return value == null || value.remaining() < Long.BYTES ? 0 : value.getLong(0);
  }

  /** Whether the driver itself runs programs, before an skb exists. */
  public boolean isNative() {
    return (actions & BASIC) != 0;
  }

  /** Whether packets of several buffers reach programs that understand them. */
  public boolean hasFrags() {
    return (actions & RX_SG) != 0;
  }

  /** Whether the NIC can run programs itself. */
  public boolean isOffloaded() {
    return (actions & HW_OFFLOAD) != 0;
  }

  /** Whether programs can read the NIC's own receive time. */
  public boolean hasReceiveTime() {
    return (metadata & RX_TIMESTAMP) != 0;
  }
}
