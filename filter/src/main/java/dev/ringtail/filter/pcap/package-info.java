// SPDX-License-Identifier: Apache-2.0
/**
 * The pcap language: libpcap, called through JNA, compiles the text to a classic BPF program for a
 * handle that is no device; the classic program is translated instruction by instruction. libpcap
 * would ask the resolver for host names, therefore they are refused before it sees the text.
 */
package dev.ringtail.filter.pcap;
