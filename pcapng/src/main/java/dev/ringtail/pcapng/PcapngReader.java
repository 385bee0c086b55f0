// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.BODY;
import static dev.ringtail.pcapng.BlockLayout.ENHANCED_PACKET;
import static dev.ringtail.pcapng.BlockLayout.INTERFACE_DESCRIPTION;
import static dev.ringtail.pcapng.BlockLayout.INTERFACE_STATISTICS;
import static dev.ringtail.pcapng.BlockLayout.NAME_RESOLUTION;
import static dev.ringtail.pcapng.BlockLayout.SECTION_HEADER;
import static dev.ringtail.pcapng.BlockLayout.SIMPLE_PACKET;
import static dev.ringtail.pcapng.BlockLayout.SPB_OVERHEAD;
import static dev.ringtail.pcapng.BlockLayout.i32;
import static dev.ringtail.pcapng.BlockLayout.u32;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Reads a pcapng file of any writer, packet by packet, in one buffer: both byte orders, several
 * sections, any timestamp resolution, Enhanced, Simple and obsolete Packet Blocks; other blocks are
 * passed over and counted. Not thread-safe.
 *
 * <pre>{@code
 * try (PcapngReader reader = PcapngReader.open(path)) {
 *   while (reader.advance()) {
 *     use(reader.timestampNs(), reader.data());
 *   }
 * }
 * }</pre>
 */
public final class PcapngReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final ReadableByteChannel channel;
  private final Arena arena = Arena.ofShared();
  private final BlockInput input = new BlockInput(arena, BUFFER_BYTES);
  private final List<SectionHeader> sections = new ArrayList<>();
  private final List<InterfaceDescription> interfaces = new ArrayList<>();
  private final List<InterfaceStatistics> statistics = new ArrayList<>();
  private final List<NameResolution> names = new ArrayList<>();
  private int sectionInterfaces;
  private int interfaceIndex;
  private long skippedBlocks;
  private PcapngException broken;

  private PcapngReader(ReadableByteChannel channel, String name) {
    this.channel = channel;
    input.open(channel::read, name);
  }

  public static PcapngReader open(Path file) throws IOException {
    return new PcapngReader(FileChannel.open(file), file.toString());
  }

  /**
   * Reads from a stream, which {@link #close()} closes.
   *
   * @param name what errors call it
   */
  public static PcapngReader open(InputStream stream, String name) {
    return new PcapngReader(Channels.newChannel(stream), name);
  }

  /**
   * Goes to the next packet, and takes note of all other blocks on the way.
   *
   * @return false at the end of the file
   * @throws PcapngException at the first broken block, after every packet in front of it was given;
   *     again if called again
   */
  public boolean advance() throws IOException {
    if (broken != null) {
      throw broken;
    }
    try {
      while (input.next()) {
        if (isPacketAfterNoting()) {
          return true;
        }
      }
      return false;
    } catch (PcapngException e) {
      broken = e;
      throw e;
    }
  }

  private boolean isPacketAfterNoting() throws PcapngException {
    MemorySegment bytes = input.bytes();
    long offset = input.block().offset();
    long length = input.block().totalLength();
    switch (input.block().type()) {
      case ENHANCED_PACKET, SIMPLE_PACKET -> {
        interfaceIndex = indexOf(isSimple() ? 0 : input.block().interfaceId());
        return true;
      }
      case SECTION_HEADER -> {
        sectionInterfaces = interfaces.size();
        sections.add(SectionHeader.decode(bytes, offset, length));
      }
      case INTERFACE_DESCRIPTION ->
          interfaces.add(InterfaceDescription.decode(bytes, offset, length));
      case NAME_RESOLUTION -> names.add(NameResolution.decode(bytes, offset, length));
      case INTERFACE_STATISTICS -> {
        int index = indexOf(i32(bytes, offset + BODY));
        TimestampResolution resolution = interfaces.get(index).resolution();
        statistics.add(InterfaceStatistics.decode(bytes, offset, length, index, resolution));
      }
      default -> skippedBlocks++;
    }
    return false;
  }

  private int indexOf(int interfaceId) throws PcapngException {
    if (interfaceId < 0 || interfaceId >= interfaces.size() - sectionInterfaces) {
      throw input.brokenHere(BlockFault.UNKNOWN_INTERFACE);
    }
    return sectionInterfaces + interfaceId;
  }

  private boolean isSimple() {
    return input.block().type() == SIMPLE_PACKET;
  }

  /** Index in {@link #interfaces()} of the current packet's interface. */
  public int interfaceIndex() {
    return interfaceIndex;
  }

  public InterfaceDescription interfaceDescription() {
    return interfaces.get(interfaceIndex);
  }

  /** False for a Simple Packet Block, which has no time. */
  public boolean hasTimestamp() {
    return !isSimple();
  }

  /** Nanoseconds since 1970, rounded down; 0 without a timestamp. */
  public long timestampNs() {
    return isSimple() ? 0 : interfaceDescription().resolution().toNs(input.block().timestampNs());
  }

  /** The captured bytes: a view that holds until the next call of {@link #advance()}. */
  public MemorySegment data() {
    return isSimple()
        ? input.bytes().asSlice(input.block().offset() + BODY + 4, capturedLength())
        : input.block().data();
  }

  public long capturedLength() {
    return isSimple()
        ? simpleCapturedLength(input.block(), originalLength(), interfaceDescription().snapLength())
        : input.block().capturedLength();
  }

  /** A Simple Packet Block has no captured length: it follows from the other lengths. */
  static long simpleCapturedLength(BlockCursor block, long originalLength, long snapLength) {
    long room = block.totalLength() - SPB_OVERHEAD;
    long kept = Math.min(originalLength, room);
    return snapLength == 0 ? kept : Math.min(kept, snapLength);
  }

  /** Length of the packet on the wire. */
  public long originalLength() {
    return isSimple()
        ? u32(input.bytes(), input.block().offset() + BODY)
        : input.block().originalLength();
  }

  /** Offset in the file of the current packet's block. */
  public long offset() {
    return input.offset();
  }

  /** The section headers met so far. */
  public List<SectionHeader> sections() {
    return Collections.unmodifiableList(sections);
  }

  /** The interfaces met so far, of all sections in the order of the file. */
  public List<InterfaceDescription> interfaces() {
    return Collections.unmodifiableList(interfaces);
  }

  /** The statistics met so far; their interface ids are indices in {@link #interfaces()}. */
  public List<InterfaceStatistics> statistics() {
    return Collections.unmodifiableList(statistics);
  }

  /** The name resolutions met so far. */
  public List<NameResolution> names() {
    return Collections.unmodifiableList(names);
  }

  /** Blocks met so far of kinds that this reader does not know. */
  public long skippedBlocks() {
    return skippedBlocks;
  }

  @Override
  public void close() throws IOException {
    try (arena) {
      channel.close();
    }
  }
}
