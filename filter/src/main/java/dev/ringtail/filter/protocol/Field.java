// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A field of a header, an option or an entry of a list.
 *
 * @param name RFC name in snake case
 * @param type what it holds
 * @param bit offset of its first bit from the start of the header, in network order
 * @param bits its width
 * @param presence the flag without which the field is not there
 * @param shifts optional parts before the field, each of which moves it
 * @param symbols names of some values
 */
public record Field(
    String name,
    ValueType type,
    int bit,
    int bits,
    Optional<FlagTest> presence,
    List<Shift> shifts,
    Map<String, Long> symbols) {

  public Field {
    shifts = List.copyOf(shifts);
  }

  static Field number(String name, int bit, int bits) {
    return new Field(name, ValueType.NUMBER, bit, bits, Optional.empty(), List.of(), Map.of());
  }

  static Field number(String name, int bit, int bits, Map<String, Long> symbols) {
    return new Field(name, ValueType.NUMBER, bit, bits, Optional.empty(), List.of(), symbols);
  }

  static Field mac(String name, int bit) {
    return new Field(name, ValueType.MAC, bit, 48, Optional.empty(), List.of(), Map.of());
  }

  static Field ipv4(String name, int bit) {
    return new Field(name, ValueType.IPV4, bit, 32, Optional.empty(), List.of(), Map.of());
  }

  static Field ipv6(String name, int bit) {
    return new Field(name, ValueType.IPV6, bit, 128, Optional.empty(), List.of(), Map.of());
  }

  Field when(int byteOffset, int mask) {
    FlagTest test = new FlagTest(byteOffset, mask);
    return new Field(name, type, bit, bits, Optional.of(test), shifts, symbols);
  }

  Field behind(Shift... parts) {
    return new Field(name, type, bit, bits, presence, List.of(parts), symbols);
  }

  /** First byte that holds a bit of the field, if no optional part moves it. */
  public int firstByte() {
    return bit / Byte.SIZE;
  }

  /** Byte behind the last that holds a bit of the field, if no optional part moves it. */
  public int endByte() {
    return (bit + bits - 1) / Byte.SIZE + 1;
  }

  /** Bits of the last byte that are behind the field. */
  public int trailingBits() {
    return endByte() * Byte.SIZE - bit - bits;
  }

  /** Whether the field is always at the same place. */
  public boolean isPlain() {
    return presence.isEmpty() && shifts.isEmpty();
  }

  /** Whether the field can stand alone as a truth. */
  public boolean isFlag() {
    return bits == 1;
  }
}
