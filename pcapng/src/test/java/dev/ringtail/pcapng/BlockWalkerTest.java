// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.Samples.T0;
import static dev.ringtail.pcapng.Samples.concat;
import static dev.ringtail.pcapng.Samples.ethernet;
import static dev.ringtail.pcapng.Samples.file;
import static dev.ringtail.pcapng.Samples.packet;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockWalkerTest {
  private final BlockWalker walker = new BlockWalker(3);

  @Test
  void shouldCountPacketsAndBytesPerInterface() {
    byte[] records = concat(packet(0, T0, 60), packet(2, T0 + 1, 61), packet(2, T0 + 5, 1514));

    assertThat(walk(records)).isEqualTo(records.length);

    assertThat(walker.fault()).isEqualTo(BlockFault.NONE);
    assertThat(walker.packets()).isEqualTo(3);
    assertThat(walker.packets(0)).isEqualTo(1);
    assertThat(walker.packets(1)).isZero();
    assertThat(walker.packets(2)).isEqualTo(2);
    assertThat(walker.capturedBytes(0)).isEqualTo(60);
    assertThat(walker.capturedBytes(2)).isEqualTo(61 + 1514);
    assertThat(walker.blockBytes()).isEqualTo(records.length);
    assertThat(walker.firstTimestampNs()).isEqualTo(T0);
    assertThat(walker.lastTimestampNs()).isEqualTo(T0 + 5);
    assertThat(walker.backwardSteps()).isZero();
  }

  @Test
  void shouldAddUpOverRangesUntilReset() {
    byte[] records = concat(packet(0, T0, 60), packet(0, T0 + 1, 60));
    walk(records);
    walk(records);
    assertThat(walker.packets()).isEqualTo(4);
    assertThat(walker.backwardSteps()).isEqualTo(1);

    walker.reset();
    walk(records);
    assertThat(walker.packets()).isEqualTo(2);
    assertThat(walker.backwardSteps()).isZero();
  }

  @Test
  void shouldSayWhereTimeFirstGoesBack() {
    byte[] inOrder = concat(packet(0, T0 + 10, 60), packet(0, T0 + 20, 60));
    byte[] records = concat(inOrder, packet(0, T0 + 5, 60), packet(0, T0 + 1, 60));

    walk(records);

    assertThat(walker.backwardSteps()).isEqualTo(2);
    assertThat(walker.firstBackwardStep()).isEqualTo(inOrder.length);
    assertThat(walker.lowestTimestampNs()).isEqualTo(T0 + 1);
    assertThat(walker.highestTimestampNs()).isEqualTo(T0 + 20);
    assertThat(walker.lastTimestampNs()).isEqualTo(T0 + 1);
  }

  @Test
  void shouldCountWholeSegmentFile() {
    byte[] statistics = new InterfaceStatistics(0, T0, T0, T0 + 9, 3, 0, 2, 1, 2).encode();
    byte[] segment =
        file(List.of(ethernet("eth0")), packet(0, T0, 60), packet(0, T0 + 9, 64), statistics);

    assertThat(walk(segment)).isEqualTo(segment.length);
    assertThat(walker.packets(0)).isEqualTo(2);
    assertThat(walker.fault()).isEqualTo(BlockFault.NONE);
  }

  @ParameterizedTest
  @CsvSource({"0, 1000, 0", "1, 1000, 1", "2, 1000, 2", "9, 1000, 3", "9, 91, 0", "9, 92, 1"})
  void shouldStopInFrontOfThePacketOverTheLimit(long packets, long bytes, int taken) {
    byte[] one = packet(0, T0, 60);
    assertThat(one).hasSize(92);
    byte[] records = concat(one, one, one);

    long end = walker.walk(MemorySegment.ofArray(records), 0, records.length, packets, bytes);

    assertThat(end).isEqualTo(taken * 92L);
    assertThat(walker.packets()).isEqualTo(taken);
    assertThat(walker.fault()).isEqualTo(BlockFault.NONE);
  }

  @Test
  void shouldStopInFrontOfUnknownInterface() {
    byte[] good = packet(2, T0, 60);
    assertThat(walk(concat(good, packet(3, T0, 60)))).isEqualTo(good.length);
    assertThat(walker.fault()).isEqualTo(BlockFault.UNKNOWN_INTERFACE);

    walker.reset();
    assertThat(walk(concat(good, packet(-1, T0, 60)))).isEqualTo(good.length);
    assertThat(walker.fault()).isEqualTo(BlockFault.UNKNOWN_INTERFACE);
  }

  @ParameterizedTest
  @CsvSource({
    "0, BAD_LENGTH",
    "3, BAD_LENGTH",
    "8, BAD_LENGTH",
    "11, BAD_LENGTH",
    "12, BAD_LENGTH",
    "28, BAD_LENGTH",
    "32, LENGTHS_DIFFER",
    "90, BAD_LENGTH",
    "96, TRUNCATED",
    "2147483644, TRUNCATED",
    "-4, TRUNCATED",
    "-1, BAD_LENGTH"
  })
  void shouldStopAtHostileTotalLength(int length, BlockFault fault) {
    byte[] good = packet(0, T0, 60);
    byte[] bad = packet(0, T0, 60);
    BlockLayout.putI32(MemorySegment.ofArray(bad), 4, length);

    assertThat(walk(concat(good, bad))).isEqualTo(good.length);

    assertThat(walker.fault()).isEqualTo(fault);
    assertThat(walker.packets()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {61, 64, 65, Integer.MAX_VALUE, -1, -60})
  void shouldStopAtHostileCapturedLength(int length) {
    byte[] bad = packet(0, T0, 60);
    BlockLayout.putI32(MemorySegment.ofArray(bad), 20, length);

    assertThat(walk(bad)).isZero();

    assertThat(walker.fault()).isEqualTo(BlockFault.BAD_CAPTURED_LENGTH);
  }

  @Test
  void shouldStopAtUnwrittenSpace() {
    byte[] good = packet(0, T0, 60);
    assertThat(walk(concat(good, new byte[4096]))).isEqualTo(good.length);
    assertThat(walker.fault()).isEqualTo(BlockFault.UNWRITTEN);
  }

  @Property(tries = 200)
  void shouldFindTheLastIntactBlockOfAnyCut(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 70) Integer> lengths,
      @ForAll @IntRange(min = 0, max = 1000) int cutFromEnd) {
    byte[][] blocks = new byte[lengths.size()][];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = packet(0, T0 + i, lengths.get(i));
    }
    byte[] all = concat(blocks);
    int cut = Math.max(0, all.length - cutFromEnd);
    int intact = 0;
    int packets = 0;
    while (packets < blocks.length && intact + blocks[packets].length <= cut) {
      intact += blocks[packets++].length;
    }
    BlockWalker fresh = new BlockWalker(1);

    assertThat(fresh.walk(MemorySegment.ofArray(all), 0, cut)).isEqualTo(intact);

    assertThat(fresh.packets()).isEqualTo(packets);
    assertThat(fresh.fault()).isEqualTo(intact == cut ? BlockFault.NONE : BlockFault.TRUNCATED);
  }

  @Property(tries = 500)
  void shouldNeverLeaveTheRangeOnGarbage(@ForAll byte[] garbage) {
    long end = new BlockWalker(1).walk(MemorySegment.ofArray(garbage), 0, garbage.length);
    assertThat(end).isBetween(0L, (long) garbage.length);
  }

  @Test
  void shouldAllocateNothingPerBlock() {
    byte[] one = packet(0, T0, 60);
    byte[][] many = new byte[1000][];
    Arrays.fill(many, one);
    MemorySegment records = MemorySegment.ofArray(concat(many));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 1000; i++) {
      walker.walk(records, 0, records.byteSize());
    }

    walker.reset();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1000; i++) {
      walker.walk(records, 0, records.byteSize());
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(walker.packets()).isEqualTo(1_000_000);
    assertThat(allocated).isLessThan(10_000);
  }

  private long walk(byte[] records) {
    return walker.walk(MemorySegment.ofArray(records), 0, records.length);
  }
}
