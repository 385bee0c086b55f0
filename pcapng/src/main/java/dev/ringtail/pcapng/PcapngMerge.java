// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import static dev.ringtail.pcapng.BlockLayout.BODY;
import static dev.ringtail.pcapng.BlockLayout.putI32;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Merges pcapng files into one little-endian file in the order of time.
 *
 * <p>Two passes over the inputs: the first, files in parallel, finds interfaces, names, statistics
 * and the runs in which time does not go back; the second merges the runs. So the result is in
 * order also if a file is not, as when one reader drained several rings. Packets of equal time keep
 * the order of files, and within a file their own. Memory is bounded: {@value #BUFFER_BUDGET} bytes
 * of buffers for all runs that overlap in time, and less than 100 bytes for each run.
 *
 * <p>The result holds all interface blocks (equal ones of different files once), all name
 * resolution blocks, the packets with their options, and at the end the statistics blocks of all
 * inputs. Simple Packet Blocks become Enhanced Packet Blocks with the time of the packet before
 * them. Blocks of other kinds are left out and counted.
 *
 * <p>An input that is broken gives its intact part, and is named in the result.
 */
public final class PcapngMerge {
  /** Bytes of all input buffers together. */
  static final int BUFFER_BUDGET = 64 << 20;

  private static final int LARGEST_BUFFER = 1 << 18;
  private static final int SMALLEST_BUFFER = 16 << 10;
  private static final int OUTPUT_BUFFER = 1 << 19;
  private static final int MOST_RUNS = 1_000_000;
  private static final int MOST_OVERLAPPING = BUFFER_BUDGET / SMALLEST_BUFFER;

  /**
   * What a merge did.
   *
   * @param packets packets written
   * @param bytes length of the merged file
   * @param interfaces interface blocks written
   * @param skippedBlocks blocks of unknown kinds, left out
   * @param broken for each broken input, where and why; the rest of it is missing
   */
  public record Result(
      long packets, long bytes, int interfaces, long skippedBlocks, List<PcapngException> broken) {}

  private final SectionHeader section;
  private final List<NameResolution> names;

  /**
   * @param section header of the merged file
   * @param names put in front of the names that the inputs bring
   */
  public PcapngMerge(SectionHeader section, List<NameResolution> names) {
    this.section = section;
    this.names = List.copyOf(names);
  }

  /**
   * Merges files into another, which appears under its name when it is complete. The output may be
   * one of the inputs; a pipe or device is written to as the merge goes on.
   *
   * @throws IOException if an input cannot be read, is no regular file, or is too disordered; or if
   *     the output cannot be written: nothing is left of it then
   */
  public Result merge(List<Path> inputs, Path output) throws IOException {
    return mergeInputs(described(inputs), output);
  }

  /** As {@link #merge(List, Path)}, with other descriptions of the interfaces. */
  public Result mergeInputs(List<MergeInput> inputs, Path output) throws IOException {
    if (Files.exists(output) && !Files.isRegularFile(output)) {
      try (FileChannel channel = FileChannel.open(output, StandardOpenOption.WRITE)) {
        return mergeInputs(inputs, channel);
      }
    }
    Path part = output.resolveSibling("." + output.getFileName() + ".part");
    try {
      Result result;
      try (FileChannel channel =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        result = mergeInputs(inputs, channel);
      }
      Files.move(part, output, StandardCopyOption.ATOMIC_MOVE);
      return result;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Merges files into a channel, which stays open. */
  public Result merge(List<Path> inputs, WritableByteChannel output) throws IOException {
    return mergeInputs(described(inputs), output);
  }

  /** As {@link #merge(List, WritableByteChannel)}, with other descriptions of the interfaces. */
  public Result mergeInputs(List<MergeInput> inputs, WritableByteChannel output)
      throws IOException {
    List<MergeSource> sources = scan(inputs);
    InterfaceUnion interfaces = new InterfaceUnion();
    sources.forEach(interfaces::add);
    MergeRun[] runs = rankedByStart(sources);
    int overlapping = overlapping(runs);
    if (overlapping > MOST_OVERLAPPING) {
      throw new IOException(
          ("The inputs are too disordered: %d stretches of them overlap in time, but at most %d"
                  + " can be merged at once; sort them with reordercap, or merge fewer at a time")
              .formatted(overlapping, MOST_OVERLAPPING));
    }
    try (Arena arena = Arena.ofConfined();
        MergeOutput out = new MergeOutput(output, OUTPUT_BUFFER)) {
      writeHead(sources, interfaces, out);
      long packets = writePackets(runs, overlapping, arena, out);
      writeStatistics(sources, out);
      out.flush();
      return new Result(
          packets,
          out.written(),
          interfaces.blocks().size(),
          sources.stream().mapToLong(source -> source.skippedBlocks).sum(),
          sources.stream().map(source -> source.broken).filter(Objects::nonNull).toList());
    } finally {
      for (MergeSource source : sources) {
        source.close();
      }
    }
  }

  private static List<MergeInput> described(List<Path> files) {
    return files.stream().map(MergeInput::of).toList();
  }

  private static List<MergeSource> scan(List<MergeInput> inputs) throws IOException {
    try {
      return inputs.parallelStream().map(PcapngMerge::scan).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static MergeSource scan(MergeInput input) {
    try {
      return MergeScan.scan(input, MOST_RUNS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MergeRun[] rankedByStart(List<MergeSource> sources) {
    List<MergeRun> runs = new ArrayList<>();
    for (MergeSource source : sources) {
      source.runs.forEach(run -> runs.add(run.ranked(runs.size())));
      source.runs.clear();
    }
    runs.sort(MergeRun.BY_START);
    return runs.toArray(MergeRun[]::new);
  }

  /** The most runs that cover one moment. */
  private static int overlapping(MergeRun[] byStart) {
    long[] ends = Arrays.stream(byStart).mapToLong(MergeRun::lastNs).sorted().toArray();
    int ended = 0;
    int most = 0;
    for (int started = 0; started < byStart.length; started++) {
      while (ends[ended] < byStart[started].firstNs()) {
        ended++;
      }
      most = Math.max(most, started + 1 - ended);
    }
    return most;
  }

  private void writeHead(List<MergeSource> sources, InterfaceUnion interfaces, MergeOutput out)
      throws IOException {
    out.append(section.encode());
    for (byte[] block : interfaces.blocks()) {
      out.append(block);
    }
    Set<ByteBuffer> distinct = new LinkedHashSet<>();
    names.forEach(name -> distinct.add(ByteBuffer.wrap(name.encode())));
    sources.forEach(source -> source.names.forEach(block -> distinct.add(ByteBuffer.wrap(block))));
    for (ByteBuffer block : distinct) {
      out.append(block.array());
    }
  }

  private static long writePackets(MergeRun[] runs, int overlapping, Arena arena, MergeOutput out)
      throws IOException {
    int bufferBytes =
        Math.clamp(BUFFER_BUDGET / Math.max(overlapping, 1), SMALLEST_BUFFER, LARGEST_BUFFER);
    MergeHeap heap = new MergeHeap(overlapping);
    Deque<RunCursor> idle = new ArrayDeque<>();
    int next = 0;
    long packets = 0;
    while (heap.size() > 0 || next < runs.length) {
      if (next < runs.length && (heap.size() == 0 || startsFirst(runs[next], heap))) {
        RunCursor cursor = idle.isEmpty() ? new RunCursor(arena, bufferBytes, out) : idle.pop();
        cursor.open(runs[next++]);
        heap.add(cursor);
        continue;
      }
      int second = heap.second();
      long limitNs = second > 0 ? heap.time(second) : Long.MAX_VALUE;
      int limitRank = second > 0 ? heap.rank(second) : Integer.MAX_VALUE;
      if (next < runs.length
          && MergeHeap.isBefore(runs[next].firstNs(), runs[next].rank(), limitNs, limitRank)) {
        limitNs = runs[next].firstNs();
        limitRank = runs[next].rank();
      }
      RunCursor first = heap.first();
      int rank = first.rank();
      boolean more;
      do {
        first.write();
        packets++;
        more = first.advance();
      } while (more && MergeHeap.isBefore(first.timeNs(), rank, limitNs, limitRank));
      if (more) {
        heap.firstMoved();
      } else {
        heap.removeFirst();
        first.close();
        idle.push(first);
      }
    }
    return packets;
  }

  private static boolean startsFirst(MergeRun run, MergeHeap heap) {
    return MergeHeap.isBefore(run.firstNs(), run.rank(), heap.time(0), heap.rank(0));
  }

  private static void writeStatistics(List<MergeSource> sources, MergeOutput out)
      throws IOException {
    for (MergeSource source : sources) {
      for (MergeSource.InterfaceBlock statistics : source.statistics) {
        int id = source.mergedIds[statistics.interfaceIndex()];
        putI32(MemorySegment.ofArray(statistics.block()), BODY, id);
        out.append(statistics.block());
      }
    }
  }
}
