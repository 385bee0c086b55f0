// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

/** The two ways to say which packets. */
public enum FilterLanguage {
  /** A chain of protocols from the outside in: {@code eth/ipv4/tcp[dport==443]}. */
  CHAIN,
  /** tcpdump's words, compiled by libpcap: {@code tcp dst port 443}. */
  PCAP
}
