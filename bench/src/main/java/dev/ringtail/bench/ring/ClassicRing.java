// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.Mapping;
import dev.ringtail.agent.program.LoadedObject;
import java.lang.invoke.VarHandle;
import java.util.BitSet;

/** The classic design: {@code classic.bpf.c} and {@link ClassicReader}. */
public final class ClassicRing implements RingUnderTest {
  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final int PAGE = 4096;
  private static final int SLOT_BYTES = 1528;
  private static final int COUNTS_BYTES = 16;
  private static final int WRITTEN = 0;
  private static final int DROPPED = 8;

  private final int buffer;
  private final int buffers;
  private final LoadedObject object;
  private final Mapping counts;
  private final long countsOfCpu;
  private final ClassicReader reader;

  /**
   * @param verdict what the program returns
   * @param readerCpus where the reader may run; empty: anywhere
   * @param file closed with this
   */
  public ClassicRing(
      int bufferBytes,
      int producerCpu,
      int verdict,
      ClassicReader.Style style,
      BitSet readerCpus,
      BlockFile file) {
    int possibleCpus = Runtime.getRuntime().availableProcessors();
    buffer = Bpf.createMap(Bpf.MAP_TYPE_RINGBUF, "classic_buffer", 0, 0, bufferBytes, 0);
    buffers = Bpf.createArrayOfMaps("classic_buffers", buffer, possibleCpus);
    Bpf.updateMap(buffers, producerCpu, buffer, "the buffer of a CPU");
    object =
        TestObject.open("classic")
            .settings(".rodata", settings -> settings.set(JAVA_INT, 0, verdict))
            .reuse("classic_buffers", buffers)
            .entries("classic_counts", possibleCpus)
            .programFlags("classic_capture", Bpf.PROG_FLAG_XDP_HAS_FRAGS)
            .load();
    counts = Mapping.of(object.map("classic_counts"), 0, PAGE, true, "the counts");
    countsOfCpu = (long) producerCpu * COUNTS_BYTES;
    reader = new ClassicReader(buffer, bufferBytes, style, readerCpus, file);
  }

  @Override
  public int program() {
    return object.program("classic_capture");
  }

  @Override
  public long written() {
    return (long) LONG.getOpaque(counts.segment(), countsOfCpu + WRITTEN);
  }

  @Override
  public long dropped() {
    return (long) LONG.getOpaque(counts.segment(), countsOfCpu + DROPPED);
  }

  @Override
  public int slotBytes() {
    return SLOT_BYTES;
  }

  @Override
  public void awaitEmpty() throws InterruptedException {
    while (!reader.isEmpty()) {
      Thread.sleep(1);
    }
  }

  @Override
  public long readerCpuNs() {
    return ThreadCpu.ns(ProcessHandle.current().pid(), ClassicReader.THREAD_NAME);
  }

  @Override
  public void close() throws InterruptedException {
    reader.close();
    counts.close();
    object.close();
    LibC.close(buffers);
    LibC.close(buffer);
  }
}
