// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Packets of a classic, little-endian pcap file. */
final class PcapFile {
  private static final int FILE_HEADER = 24;
  private static final int RECORD_HEADER = 16;
  private static final int CAPTURED = 8;
  private static final int ORIGINAL = 12;

  private PcapFile() {}

  /**
   * @param data the bytes that were kept
   * @param originalLength bytes that were sent
   */
  record Packet(byte[] data, int originalLength) {}

  /** The packets of a file that is compressed with gzip. */
  static List<Packet> unzipped(Path file) {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The packets of pcapng files, as tshark reads them. */
  static List<Packet> byTshark(List<Path> files) {
    List<Packet> packets = new ArrayList<>();
    for (Path file : files) {
      try {
        Path pcap = Files.createTempFile("ringtail-", ".pcap");
        try {
          Command.ok("tshark", "-r", file.toString(), "-F", "pcap", "-w", pcap.toString());
          packets.addAll(parse(Files.readAllBytes(pcap)));
        } finally {
          Files.delete(pcap);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return packets;
  }

  private static List<Packet> parse(byte[] bytes) {
    ByteBuffer pcap = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    List<Packet> packets = new ArrayList<>();
    pcap.position(FILE_HEADER);
    while (pcap.hasRemaining()) {
      byte[] data = new byte[pcap.getInt(pcap.position() + CAPTURED)];
      int original = pcap.getInt(pcap.position() + ORIGINAL);
      pcap.position(pcap.position() + RECORD_HEADER);
      pcap.get(data);
      packets.add(new Packet(data, original));
    }
    return packets;
  }
}
