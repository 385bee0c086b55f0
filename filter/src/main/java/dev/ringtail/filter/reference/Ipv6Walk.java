// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * The chain of extension headers (RFC 8200, 4302, 8754).
 *
 * @param start offset of the first
 */
record Ipv6Walk(Packet packet, int start) {

  static final int MOST = 6;

  private static final int HOP_BY_HOP = 0;
  private static final int ROUTING = 43;
  private static final int FRAGMENT = 44;
  private static final int AUTHENTICATION = 51;
  private static final int DESTINATION = 60;

  /**
   * One extension header.
   *
   * @param number that announces it
   * @param offset of its first byte
   */
  record Extension(int number, int offset) {}

  static boolean isExtension(int number) {
    return switch (number) {
      case HOP_BY_HOP, ROUTING, FRAGMENT, AUTHENTICATION, DESTINATION -> true;
      default -> false;
    };
  }

  private int end(Extension extension) {
    int at = extension.offset();
    return switch (extension.number()) {
      case FRAGMENT -> at + 8;
      case AUTHENTICATION -> at + 4 * (packet.u8(at + 1) + 2);
      default -> at + 8 * (packet.u8(at + 1) + 1);
    };
  }

  private boolean isLaterFragment(Extension extension) {
    return extension.number() == FRAGMENT && packet.u16(extension.offset() + 2) >> 3 != 0;
  }

  /** What may be read behind the header that announces {@code number}. */
  List<Layer> upper(int number) {
    List<Layer> readings = new ArrayList<>();
    int announced = number;
    int at = start;
    try {
      for (int i = 0; isExtension(announced); i++) {
        Extension extension = new Extension(announced, at);
        if (announced == ROUTING && at + 2 < packet.length() && packet.u8(at + 2) == 4) {
          readings.add(new Layer("srv6", at));
        }
        int next = packet.u8(at);
        if (i == MOST || isLaterFragment(extension)) {
          return readings;
        }
        at = end(extension);
        announced = next;
      }
      readings.addAll(announced == 58 ? Dissector.one("icmp6", at) : Dissector.inIp(announced, at));
    } catch (TruncatedException e) {
      return readings;
    }
    return readings;
  }

  /** The extension of that index, or null. */
  Extension extension(int number, long index) {
    int announced = number;
    int at = start;
    for (int i = 0; isExtension(announced) && i < MOST; i++) {
      Extension extension = new Extension(announced, at);
      if (i == index) {
        return extension;
      }
      int next = packet.u8(at);
      if (isLaterFragment(extension)) {
        return null;
      }
      at = end(extension);
      announced = next;
    }
    return null;
  }

  /** Where the last extension ends, or {@link Headers#UNKNOWN}. */
  int end(int number) {
    int announced = number;
    int at = start;
    for (int i = 0; isExtension(announced); i++) {
      if (i == MOST) {
        return Headers.UNKNOWN;
      }
      Extension extension = new Extension(announced, at);
      int next = packet.u8(at);
      boolean later = isLaterFragment(extension);
      at = end(extension);
      if (later) {
        return at;
      }
      announced = next;
    }
    return at;
  }
}
