// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.BODY;
import static dev.ringtail.pcapng.BlockLayout.i32;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * The first pass of a merge over one file: finds its runs, keeps its interfaces, names and
 * statistics, and where it is broken.
 */
final class MergeScan {
  private static final int BUFFER_BYTES = 1 << 18;

  private final MergeSource source;
  private final BlockInput input;
  private final UnaryOperator<InterfaceDescription> description;
  private final int mostRuns;
  private int firstInterface;
  private long from = -1;
  private long to;
  private long firstNs;
  private long lastNs;
  private boolean foreign;

  private MergeScan(
      MergeSource source,
      BlockInput input,
      UnaryOperator<InterfaceDescription> description,
      int mostRuns) {
    this.source = source;
    this.input = input;
    this.description = description;
    this.mostRuns = mostRuns;
  }

  /**
   * @param mostRuns how often the file may go back in time
   */
  static MergeSource scan(MergeInput wanted, int mostRuns) throws IOException {
    Path file = wanted.file();
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          file
              + (Files.exists(file) ? " is not a regular file, and" : " does not exist, so it")
              + " cannot be merged");
    }
    MergeSource source = new MergeSource(file);
    try (FileChannel channel = FileChannel.open(file);
        Arena arena = Arena.ofConfined()) {
      BlockInput input = new BlockInput(arena, BUFFER_BYTES);
      input.open(channel::read, file.toString());
      new MergeScan(source, input, wanted.description(), mostRuns).run();
    }
    return source;
  }

  private void run() throws IOException {
    try {
      while (input.next()) {
        take();
      }
    } catch (PcapngException e) {
      source.broken = e;
    }
    endRun();
    source.resolutions =
        source.interfaces.stream()
            .map(InterfaceDescription::resolution)
            .toArray(TimestampResolution[]::new);
  }

  private void take() throws IOException {
    BlockCursor block = input.block();
    switch (block.type()) {
      case BlockLayout.ENHANCED_PACKET -> {
        int index = indexOf(block.interfaceId());
        packet(source.interfaces.get(index).resolution().toNs(block.timestampNs()));
      }
      case BlockLayout.SIMPLE_PACKET -> {
        indexOf(0);
        packet(lastNs);
      }
      case BlockLayout.SECTION_HEADER -> {
        endRun();
        firstInterface = source.interfaces.size();
        source.sectionStarts.add(firstInterface);
      }
      case BlockLayout.INTERFACE_DESCRIPTION -> {
        InterfaceDescription found =
            InterfaceDescription.decode(input.bytes(), block.offset(), block.totalLength());
        InterfaceDescription wanted = description.apply(found);
        source.interfaces.add(found);
        source.interfaceBlocks.add(
            wanted.equals(found) ? MergeSource.copy(input) : wanted.encode());
      }
      case BlockLayout.INTERFACE_STATISTICS -> {
        int index = indexOf(i32(input.bytes(), block.offset() + BODY));
        source.statistics.add(new MergeSource.InterfaceBlock(index, MergeSource.copy(input)));
      }
      case BlockLayout.NAME_RESOLUTION -> source.names.add(MergeSource.copy(input));
      default -> source.skippedBlocks++;
    }
  }

  private int indexOf(int interfaceId) throws PcapngException {
    if (interfaceId < 0 || interfaceId >= source.interfaces.size() - firstInterface) {
      throw input.brokenHere(BlockFault.UNKNOWN_INTERFACE);
    }
    return firstInterface + interfaceId;
  }

  private void packet(long timestampNs) throws IOException {
    if (from >= 0 && timestampNs < lastNs) {
      endRun();
    }
    if (from < 0) {
      from = input.offset();
      firstNs = timestampNs;
      foreign = input.isForeign();
    }
    to = input.offsetOfNext();
    lastNs = timestampNs;
    source.packets++;
  }

  private void endRun() throws IOException {
    if (from < 0) {
      return;
    }
    if (source.runs.size() == mostRuns) {
      throw new IOException(
          "%s goes back in time more than %d times, too often to be merged; sort it with reordercap"
              .formatted(source.path, mostRuns));
    }
    source.runs.add(new MergeRun(source, 0, from, to, firstNs, lastNs, firstInterface, foreign));
    from = -1;
  }
}
