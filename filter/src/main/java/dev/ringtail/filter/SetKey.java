// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

import dev.ringtail.filter.chain.Parser;
import dev.ringtail.filter.chain.Printer;
import dev.ringtail.filter.chain.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An element of a set, as a key of the BPF map behind it. Ordered by type, then by value, wider
 * prefixes first.
 */
public final class SetKey implements Comparable<SetKey> {

  private final SetType type;
  private final byte[] element;
  private final int prefixLength;

  private SetKey(SetType type, byte[] element, int prefixLength) {
    this.type = type;
    this.element = element;
    this.prefixLength = prefixLength;
  }

  /**
   * Parses an element: a number, a MAC address, an address or a prefix.
   *
   * @throws FilterException if the text is no value, or none that a set can hold
   */
  public static SetKey parse(String text) throws FilterException {
    Value value = Parser.parseValue(text.strip());
    return switch (value) {
      case Value.Number number -> new SetKey(SetType.NUMBER, machine(number.value()), Long.SIZE);
      case Value.Mac mac -> new SetKey(SetType.MAC, machine(mac.address()), Long.SIZE);
      case Value.Ipv4 ipv4 -> new SetKey(SetType.IPV4, bytes(ipv4), 32);
      case Value.Ipv6 ipv6 -> new SetKey(SetType.IPV6, bytes(ipv6), 128);
      case Value.Prefix prefix -> prefix(text, prefix);
      case Value.Symbol symbol ->
          throw new FilterException(
              text,
              0,
              "\"%s\" is no element of a set".formatted(symbol.name()),
              "a number, a MAC address, an IP address or a prefix",
              null);
    };
  }

  /** The element that {@link #bytes} made a key of. */
  public static SetKey read(SetType type, SetMap.Layout layout, byte[] key) {
    if (layout == SetMap.Layout.HASH) {
      return new SetKey(type, key.clone(), key.length * Byte.SIZE);
    }
    int prefixLength = ByteBuffer.wrap(key).order(ByteOrder.nativeOrder()).getInt();
    return new SetKey(type, Arrays.copyOfRange(key, Integer.BYTES, key.length), prefixLength);
  }

  private static SetKey prefix(String text, Value.Prefix prefix) throws FilterException {
    boolean isIpv4 = prefix.address() instanceof Value.Ipv4;
    byte[] address =
        isIpv4 ? bytes((Value.Ipv4) prefix.address()) : bytes((Value.Ipv6) prefix.address());
    for (int bit = prefix.length(); bit < address.length * Byte.SIZE; bit++) {
      if ((address[bit / Byte.SIZE] & 0x80 >> bit % Byte.SIZE) != 0) {
        throw new FilterException(
            text, 0, "the prefix has host bits set", "an address that ends in zero bits", null);
      }
    }
    return new SetKey(isIpv4 ? SetType.IPV4 : SetType.IPV6, address, prefix.length());
  }

  private static byte[] machine(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(value).array();
  }

  private static byte[] bytes(Value.Ipv4 address) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(address.address()).array();
  }

  private static byte[] bytes(Value.Ipv6 address) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(address.high())
        .putLong(address.low())
        .array();
  }

  /** The sets that can hold the element. */
  public SetType type() {
    return type;
  }

  /** Whether the element is a prefix, which only an LPM trie can hold. */
  public boolean isPrefix() {
    return prefixLength < element.length * Byte.SIZE;
  }

  /**
   * The key in a map of that layout.
   *
   * @throws IllegalArgumentException if the element is a prefix and the map a hash
   */
  public byte[] bytes(SetMap.Layout layout) {
    if (layout == SetMap.Layout.HASH) {
      if (isPrefix()) {
        throw new IllegalArgumentException("a hash map holds no prefixes");
      }
      return element.clone();
    }
    return ByteBuffer.allocate(Integer.BYTES + element.length)
        .order(ByteOrder.nativeOrder())
        .putInt(prefixLength)
        .put(element)
        .array();
  }

  /** As {@link #parse} takes it: {@code 443}, {@code 10.0.0.0/8}, {@code 2001:db8::1}. */
  @Override
  public String toString() {
    Value value =
        switch (type) {
          case NUMBER -> new Value.Number(number(), 0);
          case MAC -> new Value.Mac(number(), 0);
          case IPV4 -> new Value.Ipv4(ByteBuffer.wrap(element).getInt(), 0);
          case IPV6 -> {
            ByteBuffer halves = ByteBuffer.wrap(element);
            yield new Value.Ipv6(halves.getLong(), halves.getLong(), 0);
          }
        };
    return Printer.print(isPrefix() ? new Value.Prefix(value, prefixLength, 0) : value);
  }

  private long number() {
    return ByteBuffer.wrap(element).order(ByteOrder.nativeOrder()).getLong();
  }

  @Override
  public int compareTo(SetKey other) {
    if (type != other.type) {
      return type.compareTo(other.type);
    }
    boolean isNumber = type == SetType.NUMBER || type == SetType.MAC;
    int byValue =
        isNumber
            ? Long.compareUnsigned(number(), other.number())
            : Arrays.compareUnsigned(element, other.element);
    return byValue != 0 ? byValue : Integer.compare(prefixLength, other.prefixLength);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SetKey key
        && type == key.type
        && prefixLength == key.prefixLength
        && Arrays.equals(element, key.element);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(element) * 31 + prefixLength;
  }
}
