// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import dev.ringtail.filter.FilterException;

/** Digits to values. */
final class Literals {

  private static final int GROUPS = 8;

  private Literals() {}

  static Value number(String text, int position, String digits) throws FilterException {
    boolean hex = digits.startsWith("0x") || digits.startsWith("0X");
    String plain = hex ? digits.substring(2) : digits;
    int radix = hex ? 16 : 10;
    for (int i = 0; i < plain.length(); i++) {
      if (Character.digit(plain.charAt(i), radix) < 0) {
        throw new FilterException(
            text,
            position,
            "\"" + digits + "\" is not a number",
            "decimal or 0x and hex digits",
            null);
      }
    }
    if (plain.isEmpty()) {
      throw new FilterException(text, position, "\"0x\" lacks its digits", "hex digits", null);
    }
    try {
      return new Value.Number(Long.parseUnsignedLong(plain, radix), position);
    } catch (NumberFormatException e) {
      throw new FilterException(
          text, position, digits + " does not fit into 64 bits", "a smaller number", null);
    }
  }

  static Value mac(String text, int position, String digits) {
    long address = 0;
    for (String octet : digits.split(":")) {
      address = address << 8 | Integer.parseInt(octet, 16);
    }
    return new Value.Mac(address, position);
  }

  static Value ipv4(String text, int position, String digits) throws FilterException {
    int address = 0;
    for (String octet : digits.split("\\.")) {
      if (octet.length() > 3 || Integer.parseInt(octet) > 255) {
        throw new FilterException(
            text, position, digits + " is not an IPv4 address", "four numbers from 0 to 255", null);
      }
      address = address << 8 | Integer.parseInt(octet);
    }
    return new Value.Ipv4(address, position);
  }

  static Value ipv6(String text, int position, String digits) throws FilterException {
    String groups = digits;
    int dots = digits.indexOf('.');
    if (dots >= 0) {
      int from = digits.lastIndexOf(':') + 1;
      int tail = ((Value.Ipv4) ipv4(text, position, digits.substring(from))).address();
      groups =
          digits.substring(0, from)
              + Integer.toHexString(tail >>> 16)
              + ":"
              + Integer.toHexString(tail & 0xffff);
    }
    int gap = groups.indexOf("::");
    String[] head = split(gap < 0 ? groups : groups.substring(0, gap));
    String[] tail = gap < 0 ? new String[0] : split(groups.substring(gap + 2));
    int given = head.length + tail.length;
    if (gap < 0 ? given != GROUPS : given >= GROUPS) {
      throw brokenIpv6(text, position, digits);
    }
    long[] halves = new long[2];
    for (int i = 0; i < GROUPS; i++) {
      int fromEnd = GROUPS - i;
      String group =
          i < head.length ? head[i] : fromEnd <= tail.length ? tail[tail.length - fromEnd] : "0";
      if (group.isEmpty() || group.length() > 4) {
        throw brokenIpv6(text, position, digits);
      }
      halves[i / 4] = halves[i / 4] << 16 | Integer.parseInt(group, 16);
    }
    return new Value.Ipv6(halves[0], halves[1], position);
  }

  private static FilterException brokenIpv6(String text, int position, String digits) {
    return new FilterException(
        text,
        position,
        digits + " is not an IPv6 address",
        "eight groups of up to four hex digits, or :: once for some of them",
        null);
  }

  private static String[] split(String groups) {
    return groups.isEmpty() ? new String[0] : groups.split(":", -1);
  }
}
