// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

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

  private static final int FILE_HEADER = 24;
  private static final int RECORD_HEADER = 16;
  private static final int CAPTURED = 8;

  /** The packets, as scapy wrote them into a little-endian pcap file. */
  static List<byte[]> packets() {
    List<byte[]> packets = new ArrayList<>();
    try (InputStream in = new GZIPInputStream(file())) {
      ByteBuffer pcap = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
      pcap.position(FILE_HEADER);
      while (pcap.hasRemaining()) {
        byte[] packet = new byte[pcap.getInt(pcap.position() + CAPTURED)];
        pcap.position(pcap.position() + RECORD_HEADER);
        pcap.get(packet);
        packets.add(packet);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packets;
  }

  /** The file with the packets, compressed with gzip. */
  static InputStream file() {
    return Encapsulation.class.getResourceAsStream("encapsulations.pcap.gz");
  }

  static List<Encapsulation> all() {
    List<byte[]> packets = packets();
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
