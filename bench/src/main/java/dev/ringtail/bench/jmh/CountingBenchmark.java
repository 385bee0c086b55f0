// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.jmh;

import dev.ringtail.pcapng.BlockWalker;
import dev.ringtail.pcapng.PcapngReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Counting the packets of a range: reading each, and walking over lengths. Per packet. */
@State(Scope.Thread)
public class CountingBenchmark {
  private static final int PACKETS = 2000;

  private final byte[] records = SampleFile.packets(PACKETS, 1, 1000);
  private final byte[] file = file(records);
  private final MemorySegment range = Arena.ofAuto().allocate(records.length, 8);
  private final BlockWalker walker = new BlockWalker(1);

  /** Copies the records to native memory, where a ring has them. */
  public CountingBenchmark() {
    range.copyFrom(MemorySegment.ofArray(records));
  }

  private static byte[] file(byte[] records) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(SampleFile.prelude());
    out.writeBytes(records);
    return out.toByteArray();
  }

  /** The obvious way. */
  @Benchmark
  @OperationsPerInvocation(PACKETS)
  public long naive() throws IOException {
    long packets = 0;
    try (PcapngReader reader = PcapngReader.open(new ByteArrayInputStream(file), "sample")) {
      while (reader.advance()) {
        packets++;
      }
    }
    return packets;
  }

  /** Ours. */
  @Benchmark
  @OperationsPerInvocation(PACKETS)
  public long pooled() {
    walker.reset();
    walker.walk(range, 0, range.byteSize());
    return walker.packets();
  }
}
