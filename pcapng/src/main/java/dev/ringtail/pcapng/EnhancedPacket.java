// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.ENHANCED_PACKET;

import java.nio.ByteBuffer;

/**
 * One packet as an Enhanced Packet Block without options, draft-ietf-opsawg-pcapng section 4.3, as
 * the BPF programs write it. For tests and small files; a stream of packets is moved as bytes.
 *
 * @param interfaceId the interface, numbered from 0 in its section
 * @param timestampNs in units of the interface's resolution, nanoseconds in what Ringtail writes
 * @param data the captured bytes
 * @param originalLength length on the wire, at least that of the data
 */
public record EnhancedPacket(
    int interfaceId, long timestampNs, ByteBuffer data, int originalLength) {
  /** A packet that was captured whole. */
  public static EnhancedPacket whole(int interfaceId, long timestampNs, byte[] data) {
    return new EnhancedPacket(interfaceId, timestampNs, ByteBuffer.wrap(data), data.length);
  }

  public byte[] encode() {
    return new BlockBuilder()
        .begin(ENHANCED_PACKET)
        .u32(interfaceId)
        .u32((int) (timestampNs >>> 32))
        .u32((int) timestampNs)
        .u32(data.remaining())
        .u32(originalLength)
        .paddedBytes(data)
        .end()
        .toBytes();
  }
}
