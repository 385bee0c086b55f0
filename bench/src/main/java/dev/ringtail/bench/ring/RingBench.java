// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.program.LoadedObject;
import dev.ringtail.agent.ring.RingGeometry;
import dev.ringtail.bpf.Abi;
import dev.ringtail.bpf.BpfObjects;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the rings in turn, so that ratios come from one run.
 *
 * <pre>RingBench RUNS SECONDS SIZES FOLDER [RING_BYTES STRETCH_BYTES]</pre>
 *
 * {@code SECONDS} is how long one trial takes about, {@code SIZES} lists frame lengths, {@code
 * FOLDER} is on tmpfs. The producer has CPU 0, readers CPU 1. With the last two, Ringtail's ring
 * alone is measured, of that size and moved in ranges of at most that many bytes; both are powers
 * of two.
 */
public final class RingBench {
  private static final int RING_BYTES = 32 << 20;
  private static final int PRODUCER_CPU = 0;
  private static final int READER_CPU = 1;
  private static final int NOP_PACKETS = 5_000_000;
  private static final int FITTING_TRIALS = 25;
  private static final int EPB_OVERHEAD = 36;
  private static final int WARM_UP_PACKETS = 2_000_000;

  private final double seconds;
  private int ringBytes = RING_BYTES;
  private final BitSet readerCpus = new BitSet();
  private final Producer producer = new Producer(PRODUCER_CPU);
  private final LoadedObject nop =
      LoadedObject.open(BpfObjects.NOP, BpfObjects.read(BpfObjects.NOP)).load();
  private final Map<String, RingUnderTest> rings = new LinkedHashMap<>();

  private RingBench(double seconds) {
    this.seconds = seconds;
    readerCpus.set(READER_CPU);
  }

  private void addAll(Path folder) throws Exception {
    RingGeometry geometry = RingGeometry.of(RING_BYTES, Abi.SNAP_LENGTH_MAX);
    rings.put(
        "classic",
        new ClassicRing(
            RING_BYTES,
            PRODUCER_CPU,
            InterfaceCapture.PASS,
            ClassicReader.Style.COPIED,
            readerCpus,
            BlockFile.overAndOver(folder.resolve("classic"))));
    rings.put("ringtail", RingtailRing.readByAgent(geometry, PRODUCER_CPU, readerCpus, folder));
    rings.put("ringtail-c", RingtailRing.readByC(geometry, PRODUCER_CPU, READER_CPU, folder));
  }

  private void addOne(Path folder, int bytes, int stretchBytes) throws Exception {
    ringBytes = bytes;
    RingGeometry geometry =
        new RingGeometry(
            ringBytes, Abi.SNAP_LENGTH_MAX, Integer.numberOfTrailingZeros(stretchBytes));
    rings.put("ringtail", RingtailRing.readByAgent(geometry, PRODUCER_CPU, readerCpus, folder));
  }

  /** See the class. */
  public static void main(String[] args) throws Exception {
    int runs = Integer.parseInt(args[0]);
    int[] lengths = Arrays.stream(args[2].split(",")).mapToInt(Integer::parseInt).toArray();
    Path folder = Files.createDirectories(Path.of(args[3]));
    RingBench bench = new RingBench(Double.parseDouble(args[1]));
    try {
      if (args.length > 4) {
        bench.addOne(folder, Integer.parseInt(args[4]), Integer.parseInt(args[5]));
      } else {
        bench.addAll(folder);
      }
      bench.warmUp(lengths);
      for (int run = 1; run <= runs; run++) {
        for (int length : lengths) {
          bench.measure(run, length);
        }
      }
    } finally {
      bench.close();
    }
  }

  private void warmUp(int[] lengths) throws InterruptedException {
    for (int length : lengths) {
      for (RingUnderTest ring : rings.values()) {
        producer.offer(ring, length, WARM_UP_PACKETS, 0);
      }
    }
  }

  private void measure(int run, int length) throws InterruptedException {
    double floorNs = producer.bareNs(nop.program("ringtail_nop"), length, NOP_PACKETS);
    printProducer(run, length, "nop", "fits", floorNs);
    for (Map.Entry<String, RingUnderTest> entry : rings.entrySet()) {
      RingUnderTest ring = entry.getValue();
      double ns = producerNs(ring, length);
      printProducer(run, length, entry.getKey(), "fits", ns);
      Trial blast = offer(ring, length, (int) (seconds * 1e9 / ns), 0);
      print(run, length, entry.getKey(), "blast", blast);
      Trial lossless =
          LosslessSearch.search(blast, rate -> offer(ring, length, (int) (seconds * rate), rate));
      print(run, length, entry.getKey(), "lossless", lossless);
    }
  }

  /** What a packet costs the producer when there is room for all, the reader at work beside it. */
  private double producerNs(RingUnderTest ring, int length) throws InterruptedException {
    int packets = ringBytes / 4 * 3 / Math.max(length + EPB_OVERHEAD, ring.slotBytes());
    double[] ns = new double[FITTING_TRIALS];
    for (int i = 0; i < ns.length; i++) {
      ns[i] = producer.offer(ring, length, packets, 0).producerNs();
    }
    Arrays.sort(ns);
    return ns[ns.length / 2];
  }

  private Trial offer(RingUnderTest ring, int length, int packets, double rate) {
    try {
      return producer.offer(ring, length, packets, rate);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void printProducer(int run, int length, String ring, String phase, double ns) {
    System.out.printf(
        Locale.ROOT,
        "{\"run\":%d,\"length\":%d,\"ring\":\"%s\",\"phase\":\"%s\",\"producer_ns\":%.0f}%n",
        run,
        length,
        ring,
        phase,
        ns);
  }

  private static void print(int run, int length, String ring, String phase, Trial trial) {
    System.out.printf(
        Locale.ROOT,
        "{\"run\":%d,\"length\":%d,\"ring\":\"%s\",\"phase\":\"%s\",\"offered\":%d,\"written\":%d,"
            + "\"dropped\":%d,\"seconds\":%.6f,\"rate\":%.0f,\"producer_ns\":%.0f,"
            + "\"reader_cpu_ns\":%.2f}%n",
        run,
        length,
        ring,
        phase,
        trial.offered(),
        trial.written(),
        trial.dropped(),
        trial.seconds(),
        trial.rate(),
        trial.producerNs(),
        trial.readerCpuNs() / (double) trial.written());
  }

  private void close() throws Exception {
    for (RingUnderTest ring : rings.values()) {
      ring.close();
    }
    nop.close();
    producer.close();
  }
}
