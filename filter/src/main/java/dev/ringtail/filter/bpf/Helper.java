// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

/** The kernel functions that filters call (include/uapi/linux/bpf.h). */
public enum Helper {
  MAP_LOOKUP_ELEM(1, "bpf_map_lookup_elem"),
  GET_SMP_PROCESSOR_ID(8, "bpf_get_smp_processor_id"),
  TAIL_CALL(12, "bpf_tail_call"),
  /** For tests: changes a packet. */
  SKB_STORE_BYTES(9, "bpf_skb_store_bytes"),
  /** For tests: puts a VLAN tag beside a packet. */
  SKB_VLAN_PUSH(18, "bpf_skb_vlan_push"),
  SKB_LOAD_BYTES(26, "bpf_skb_load_bytes"),
  XDP_GET_BUFF_LEN(188, "bpf_xdp_get_buff_len"),
  XDP_LOAD_BYTES(189, "bpf_xdp_load_bytes");

  private final int number;
  private final String symbol;

  Helper(int number, String symbol) {
    this.number = number;
    this.symbol = symbol;
  }

  int number() {
    return number;
  }

  String symbol() {
    return symbol;
  }
}
