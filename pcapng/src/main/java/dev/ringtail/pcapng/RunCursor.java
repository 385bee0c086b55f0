// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.BODY;
import static dev.ringtail.pcapng.BlockLayout.ENHANCED_PACKET;
import static dev.ringtail.pcapng.BlockLayout.EPB_INTERFACE;
import static dev.ringtail.pcapng.BlockLayout.SIMPLE_PACKET;
import static dev.ringtail.pcapng.BlockLayout.putI32;
import static dev.ringtail.pcapng.BlockLayout.u32;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/**
 * The second pass of a merge over one run: stands at a packet whose block is ready to be copied,
 * with its number in the merged file. Reused for one run after the other.
 */
final class RunCursor {
  private final BlockInput input;
  private final MergeOutput output;
  private MergeRun run;
  private TimestampResolution[] resolutions;
  private int[] mergedIds;
  private long readFrom;
  private long timeNs;

  RunCursor(Arena arena, int bufferBytes, MergeOutput output) {
    input = new BlockInput(arena, bufferBytes);
    this.output = output;
  }

  /** Stands at the first packet of a run. */
  void open(MergeRun run) throws IOException {
    this.run = run;
    resolutions = run.source().resolutions;
    mergedIds = run.source().mergedIds;
    run.source().retain();
    readFrom = run.from();
    timeNs = run.firstNs();
    input.resume(this::read, run.source().path.toString(), run.from(), run.foreign());
    advance();
  }

  private int read(ByteBuffer target) throws IOException {
    long left = run.to() - readFrom;
    if (left == 0) {
      return -1;
    }
    if (left < target.remaining()) {
      target.limit(target.position() + (int) left);
    }
    int count = run.source().read(target, readFrom);
    readFrom += Math.max(count, 0);
    return count;
  }

  void close() throws IOException {
    run.source().release();
  }

  /** Goes to the next packet; false at the end of the run. */
  boolean advance() throws IOException {
    while (nextBlock()) {
      BlockCursor block = input.block();
      int type = block.type();
      if (type == ENHANCED_PACKET) {
        int index = run.firstInterface() + block.interfaceId();
        timeNs = resolutions[index].toNs(block.timestampNs());
        putI32(input.bytes(), block.offset() + EPB_INTERFACE, mergedIds[index]);
        return true;
      }
      if (type == SIMPLE_PACKET) {
        return true;
      }
    }
    return false;
  }

  private boolean nextBlock() throws IOException {
    if (!input.nextIsBuffered()) {
      output.settle();
    }
    return input.next();
  }

  /** Gives the current packet to the output. */
  void write() throws IOException {
    BlockCursor block = input.block();
    if (block.isPacket()) {
      output.append(input.bytes(), block.offset(), block.totalLength());
    } else {
      writeSimplePacket();
    }
  }

  private void writeSimplePacket() throws IOException {
    int index = run.firstInterface();
    InterfaceDescription description = run.source().interfaces.get(index);
    long originalLength = u32(input.bytes(), input.block().offset() + BODY);
    long captured =
        PcapngReader.simpleCapturedLength(input.block(), originalLength, description.snapLength());
    ByteBuffer data =
        input.bytes().asSlice(input.block().offset() + BODY + 4, captured).asByteBuffer();
    long units = description.resolution().toUnits(timeNs);
    output.append(new EnhancedPacket(mergedIds[index], units, data, (int) originalLength).encode());
  }

  long timeNs() {
    return timeNs;
  }

  int rank() {
    return run.rank();
  }
}
