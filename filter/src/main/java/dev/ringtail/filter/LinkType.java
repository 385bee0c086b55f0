// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

/** What the first byte of a packet belongs to. */
public enum LinkType {
  /** An Ethernet header (DLT_EN10MB). */
  ETHERNET,
  /** An IPv4 or IPv6 header, as on tun devices (DLT_RAW). */
  RAW_IP
}
