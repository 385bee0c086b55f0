// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * A classic pcap file (draft-ietf-opsawg-pcap).
 *
 * @param linkType number of the link type
 * @param packets bytes as captured; those behind a broken record are left out
 */
record CaptureFile(int linkType, List<byte[]> packets) {

  static final int ETHERNET = 1;

  private static final int MICROSECONDS = 0xa1b2c3d4;
  private static final int NANOSECONDS = 0xa1b23c4d;
  private static final int LONGEST = 262144;

  static CaptureFile resource(String name) {
    try (InputStream in = new GZIPInputStream(CaptureFile.class.getResourceAsStream(name))) {
      return parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static CaptureFile file(Path path) throws IOException {
    return parse(Files.readAllBytes(path));
  }

  private static CaptureFile parse(byte[] bytes) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (bytes.length < 24) {
      throw new IOException("shorter than the header of a pcap file");
    }
    if (!isMagic(in.getInt(0))) {
      in.order(ByteOrder.LITTLE_ENDIAN);
    }
    if (!isMagic(in.getInt(0))) {
      throw new IOException("no pcap file");
    }
    List<byte[]> packets = new ArrayList<>();
    in.position(24);
    try {
      while (in.remaining() >= 16) {
        in.getLong();
        int captured = in.getInt();
        in.getInt();
        if (captured < 0 || captured > LONGEST) {
          break;
        }
        byte[] packet = new byte[captured];
        in.get(packet);
        packets.add(packet);
      }
    } catch (BufferUnderflowException e) {
      // The last record is cut off; those before it are whole.
    }
    return new CaptureFile(in.getInt(20) & 0x0fffffff, packets);
  }

  private static boolean isMagic(int word) {
    return word == MICROSECONDS || word == NANOSECONDS;
  }
}
