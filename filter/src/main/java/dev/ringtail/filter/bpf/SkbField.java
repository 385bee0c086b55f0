// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

/** What tc programs read of {@code struct __sk_buff} (include/uapi/linux/bpf.h). */
public enum SkbField {
  /** 1 if the outermost VLAN tag lies beside the packet. */
  VLAN_PRESENT(20),
  /** Priority, DEI and id of that tag. */
  VLAN_TCI(24),
  /** EtherType of that tag, in network order in memory. */
  VLAN_PROTOCOL(28),
  IFINDEX(40);

  private final int offset;

  SkbField(int offset) {
    this.offset = offset;
  }

  /** dst = the field of the context in R6, in the machine's order. */
  public void load(Assembler asm, Register dst) {
    asm.load(Width.WORD, dst, Register.R6, offset);
    if (this == VLAN_PROTOCOL) {
      asm.swap(dst, Width.HALF);
    }
  }
}
