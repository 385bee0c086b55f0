// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One input file of a merge: what the first pass found in it ({@link MergeScan} fills this), and
 * its channel, which is open only while runs of it are being read.
 */
final class MergeSource implements AutoCloseable {
  /** A block that goes to the merged file as it is, but for its interface's number. */
  record InterfaceBlock(int interfaceIndex, byte[] block) {}

  final Path path;
  final List<MergeRun> runs = new ArrayList<>();
  final List<InterfaceDescription> interfaces = new ArrayList<>();
  final List<byte[]> interfaceBlocks = new ArrayList<>();
  final List<Integer> sectionStarts = new ArrayList<>();
  final List<InterfaceBlock> statistics = new ArrayList<>();
  final List<byte[]> names = new ArrayList<>();
  long packets;
  long skippedBlocks;
  PcapngException broken;

  /** How each interface counts time. */
  TimestampResolution[] resolutions;

  /** Number in the merged file of each interface of this one. */
  int[] mergedIds;

  private FileChannel channel;
  private int runsInUse;

  MergeSource(Path path) {
    this.path = path;
  }

  static byte[] copy(BlockInput input) {
    BlockCursor block = input.block();
    MemorySegment bytes = input.bytes().asSlice(block.offset(), block.totalLength());
    return bytes.toArray(ValueLayout.JAVA_BYTE);
  }

  void retain() throws IOException {
    if (runsInUse++ == 0) {
      channel = FileChannel.open(path);
    }
  }

  void release() throws IOException {
    if (--runsInUse == 0) {
      close();
    }
  }

  int read(ByteBuffer target, long offset) throws IOException {
    return channel.read(target, offset);
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
