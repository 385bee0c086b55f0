// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How drivers name the interrupts of their receive queues; the number in the name is that of the
 * queue, or nearly.
 */
enum QueueNaming {
  /**
   * virtio_net: {@code virtio3-input.0}; {@code virtio3-output.0} is transmit, {@code
   * virtio3-config} neither.
   */
  VIRTIO("virtio[0-9]+-input\\.([0-9]+)"),
  /**
   * mlx5_core: {@code mlx5_comp0@pci:0000:08:00.0}; some kernels start at 1; {@code mlx5_async0} is
   * control.
   */
  MLX5("mlx5_comp([0-9]+)(?:@pci:.*)?"),
  /**
   * gve: {@code gve-ntfy-blk0@pci:...}, formerly {@code eth0-ntfy-block.0}; transmit blocks come
   * first.
   */
  GVE("(?:gve-ntfy-blk|.+-ntfy-block\\.)([0-9]+)(?:@pci:.*)?"),
  /** mana: {@code mana_q0@pci:...}; queue interrupts only, the control one is {@code mana_hwc}. */
  MANA("mana_q([0-9]+)(?:@pci:.*)?"),
  /** ena: {@code eth0-Tx-Rx-0}; {@code ena-mgmnt@pci:...} is control. */
  ENA(".+-Tx-Rx-([0-9]+)"),
  /**
   * ice, i40e, ixgbe, bnxt and others: {@code [driver-]eth0-TxRx-0}; i40e's flow director also says
   * TxRx.
   */
  COMBINED("(?!.*:fdir).+-(?:TxRx|rxtx)-([0-9]+)"),
  /** bnxt and others with separate channels: {@code eth0-rx-0}. */
  RECEIVE("(?!.*:fdir).+-rx-([0-9]+)");

  private final Pattern pattern;

  QueueNaming(String pattern) {
    this.pattern = Pattern.compile(pattern);
  }

  /**
   * The interrupts of receive queues by queue number. Where a driver has fewer interrupts than
   * queues, queues share them in turn (queue modulo interrupts).
   *
   * @param queues number of receive queues
   */
  static SortedMap<Integer, Interrupt> byQueue(List<Interrupt> interrupts, int queues) {
    for (QueueNaming naming : values()) {
      SortedMap<Integer, Interrupt> numbered = naming.numbered(interrupts);
      if (!numbered.isEmpty()) {
        List<Interrupt> receiving = naming.receiving(numbered, queues);
        SortedMap<Integer, Interrupt> byQueue = new TreeMap<>();
        for (int queue = 0; queue < queues; queue++) {
          byQueue.put(queue, receiving.get(queue % receiving.size()));
        }
        return byQueue;
      }
    }
    return new TreeMap<>();
  }

  private SortedMap<Integer, Interrupt> numbered(List<Interrupt> interrupts) {
    SortedMap<Integer, Interrupt> numbered = new TreeMap<>();
    for (Interrupt interrupt : interrupts) {
      number(interrupt.name()).ifPresent(number -> numbered.put(number, interrupt));
    }
    return numbered;
  }

  private Optional<Integer> number(String names) {
    // A shared interrupt lists several names.
    for (String name : names.split(",")) {
      Matcher matcher = pattern.matcher(name);
      if (matcher.matches() && matcher.group(1).length() <= 5) {
        return Optional.of(Integer.valueOf(matcher.group(1)));
      }
    }
    return Optional.empty();
  }

  /**
   * gve_tx_idx_to_ntfy and gve_rx_idx_to_ntfy in drivers/net/ethernet/google/gve/gve.h: receive is
   * the upper half.
   */
  private List<Interrupt> receiving(SortedMap<Integer, Interrupt> numbered, int queues) {
    List<Interrupt> all = List.copyOf(numbered.values());
    boolean upperHalf = this == GVE && all.size() >= 2 * queues;
    return upperHalf ? all.subList(all.size() / 2, all.size()) : all;
  }
}
