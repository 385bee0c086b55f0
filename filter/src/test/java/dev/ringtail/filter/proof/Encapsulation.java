// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import java.util.ArrayList;
import java.util.List;

/**
 * What the script {@code encapsulations.py} says about a packet that scapy built and a filter.
 *
 * @param packet all its bytes
 * @param name what it is
 * @param filter in the chain language
 * @param needed fewest first bytes that match; {@link #NEVER} if none do
 * @param end of the last layer of the chain, from the start of the packet
 */
record Encapsulation(byte[] packet, String name, String filter, int needed, int end) {

  static final int NEVER = Integer.MAX_VALUE;

  static List<Encapsulation> all() {
    List<byte[]> packets = CaptureFile.resource("encapsulations.pcap.gz").packets();
    List<Encapsulation> rows = new ArrayList<>();
    for (String[] row : Table.rows("encapsulations.tsv")) {
      int needed = row[3].equals("never") ? NEVER : Integer.parseInt(row[3]);
      byte[] packet = packets.get(Integer.parseInt(row[0]));
      rows.add(new Encapsulation(packet, row[1], row[2], needed, Integer.parseInt(row[4])));
    }
    return rows;
  }

  boolean matches(int length) {
    return length >= needed;
  }

  /** Bytes that {@code capture headers} keeps of the first bytes of the packet. */
  int kept(int length) {
    return Math.min(length, end);
  }

  String describe(int length) {
    return "%s on %s, the first %d of %d bytes".formatted(filter, name, length, packet.length);
  }
}
