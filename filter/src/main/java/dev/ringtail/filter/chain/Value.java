// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

/** A literal. */
public sealed interface Value {

  /** Index in the text. */
  int position();

  /** A number up to 2^64 - 1, unsigned. */
  record Number(long value, int position) implements Value {}

  /** An IPv4 address as an unsigned number. */
  record Ipv4(int address, int position) implements Value {}

  /** An IPv6 address as its upper and lower half. */
  record Ipv6(long high, long low, int position) implements Value {}

  /** A MAC address in the lower 48 bits. */
  record Mac(long address, int position) implements Value {}

  /** A name that the field gives a value, such as {@code ipv4} for {@code eth.type}. */
  record Symbol(String name, int position) implements Value {}

  /**
   * An address and the number of its bits that count.
   *
   * @param address an {@link Ipv4} or {@link Ipv6}
   */
  record Prefix(Value address, int length, int position) implements Value {}
}
