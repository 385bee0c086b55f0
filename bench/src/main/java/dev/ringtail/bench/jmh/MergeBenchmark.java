// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.jmh;

import dev.ringtail.pcapng.EnhancedPacket;
import dev.ringtail.pcapng.PcapngMerge;
import dev.ringtail.pcapng.PcapngReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Four files into one by time: all in memory and sorted, and as a stream. Per packet. */
@State(Scope.Thread)
public class MergeBenchmark {
  private static final int FILES = 4;
  private static final int PACKETS_PER_FILE = 5000;
  private static final int PACKETS = FILES * PACKETS_PER_FILE;

  private Path folder;
  private Path output;
  private final List<Path> inputs = new ArrayList<>();

  /** Writes the files that are merged. */
  @Setup(Level.Trial)
  public void write() throws IOException {
    folder = Files.createTempDirectory("ringtail-bench");
    output = folder.resolve("merged.pcapng");
    for (int i = 0; i < FILES; i++) {
      Path file = folder.resolve(i + ".pcapng");
      try (OutputStream out = Files.newOutputStream(file)) {
        out.write(SampleFile.prelude());
        out.write(SampleFile.packets(PACKETS_PER_FILE, i + 1, 10));
      }
      inputs.add(file);
    }
  }

  /** Removes them. */
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    for (Path input : inputs) {
      Files.deleteIfExists(input);
    }
    Files.deleteIfExists(output);
    Files.deleteIfExists(folder);
  }

  /** The obvious way. */
  @Benchmark
  @OperationsPerInvocation(PACKETS)
  public int naive() throws IOException {
    List<EnhancedPacket> packets = new ArrayList<>();
    for (Path input : inputs) {
      try (PcapngReader reader = PcapngReader.open(input)) {
        while (reader.advance()) {
          packets.add(
              EnhancedPacket.whole(
                  0, reader.timestampNs(), reader.data().toArray(ValueLayout.JAVA_BYTE)));
        }
      }
    }
    packets.sort(Comparator.comparingLong(EnhancedPacket::timestampNs));
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(output))) {
      out.write(SampleFile.prelude());
      for (EnhancedPacket packet : packets) {
        out.write(packet.encode());
      }
    }
    return packets.size();
  }

  /** Ours. */
  @Benchmark
  @OperationsPerInvocation(PACKETS)
  public PcapngMerge.Result streamed() throws IOException {
    Files.deleteIfExists(output);
    return new PcapngMerge(SampleFile.SECTION, List.of()).merge(inputs, output);
  }
}
