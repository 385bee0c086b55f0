// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

/**
 * What a set holds, which fixes the key of the BPF map behind it. The maps' values are not read.
 */
public enum SetType {
  /** Numbers: eight bytes in the machine's byte order. */
  NUMBER(8),
  /** MAC addresses: eight bytes in the machine's byte order, the address in the lower 48 bits. */
  MAC(8),
  /** IPv4 addresses: four bytes in network order. */
  IPV4(4),
  /** IPv6 addresses: sixteen bytes in network order. */
  IPV6(16);

  private final int keyBytes;

  SetType(int keyBytes) {
    this.keyBytes = keyBytes;
  }

  /**
   * Bytes of one element; the key of an LPM trie has four more before them, for the prefix length.
   */
  public int keyBytes() {
    return keyBytes;
  }
}
