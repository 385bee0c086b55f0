// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.upload;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.ringtail.agent.upload.ObjectDigest;
import dev.ringtail.agent.upload.SegmentScan;
import dev.ringtail.agent.upload.s3.S3ObjectStore;
import dev.ringtail.agent.upload.s3.S3Settings;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * Uploads a ready segment again and again, in turn through {@link S3ObjectStore} and with the least
 * that the SDK needs, so that a machine that is busy with other things slows both. Prints medians:
 * the rates, what each costs this process per GiB in CPU and in heap allocated, and the ratio of
 * the rates, which is taken round by round. Keys come from the environment.
 *
 * <pre>UploadBench ENDPOINT BUCKET FOLDER [ROUNDS [SEGMENT_MIB]]</pre>
 */
public final class UploadBench {
  private static final int WARM_UP = 2;
  private static final double GIB = 1L << 30;
  private static final int STEP = 1 << 20;
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final double[] rates;
  private final double[] heapMibPerGib;
  private final double[] cpuSecondsPerGib;

  private UploadBench(int rounds) {
    rates = new double[rounds];
    heapMibPerGib = new double[rounds];
    cpuSecondsPerGib = new double[rounds];
  }

  /** One way to upload the segment. */
  private interface Upload {
    void put(String key) throws Exception;
  }

  /** See the class. */
  public static void main(String[] args) throws Exception {
    URI endpoint = URI.create(args[0]);
    String bucket = args[1];
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 7;
    long bytes = (args.length > 4 ? Long.parseLong(args[4]) : 256) << 20;
    Path segment = segment(Path.of(args[2]).resolve("bench.pcapng"), bytes);
    ObjectDigest digest = SegmentScan.of(segment, 1).digest();
    S3Settings settings =
        new S3Settings(
            bucket,
            "",
            "us-east-1",
            Optional.of(endpoint),
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    UploadBench ours = new UploadBench(rounds);
    UploadBench least = new UploadBench(rounds);
    try (S3ObjectStore store = S3ObjectStore.open(settings);
        RawUpload raw = new RawUpload(endpoint, bucket)) {
      for (int round = -WARM_UP; round < rounds; round++) {
        least.measure(round, bytes, raw, key -> raw.put(key, segment));
        ours.measure(round, bytes, raw, key -> store.put(key, segment, digest));
      }
    }
    System.out.printf(
        Locale.ROOT,
        "{\"segment_bytes\":%d,\"rounds\":%d,\"raw\":%s,\"ringtail\":%s,\"ratio\":%.3f}%n",
        bytes,
        rounds,
        least,
        ours,
        ours.ratioTo(least));
  }

  private static Path segment(Path file, long bytes) throws Exception {
    byte[] block = new byte[STEP];
    Random random = new Random(1);
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      for (long done = 0; done < bytes; done += STEP) {
        random.nextBytes(block);
        out.write(ByteBuffer.wrap(block));
      }
    }
    return file;
  }

  private void measure(int round, long bytes, RawUpload janitor, Upload upload) throws Exception {
    long heapBefore = THREADS.getTotalThreadAllocatedBytes();
    long cpuBefore = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    upload.put("bench");
    double seconds = (System.nanoTime() - start) * 1e-9;
    long heap = THREADS.getTotalThreadAllocatedBytes() - heapBefore;
    long cpu = SYSTEM.getProcessCpuTime() - cpuBefore;
    janitor.delete("bench");
    if (round >= 0) {
      rates[round] = bytes / seconds;
      cpuSecondsPerGib[round] = cpu * 1e-9 / (bytes / GIB);
      heapMibPerGib[round] = heap / (double) STEP / (bytes / GIB);
    }
  }

  private double ratioTo(UploadBench other) {
    double[] ratios = new double[rates.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = rates[i] / other.rates[i];
    }
    return median(ratios);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "{\"mb_per_second\":%.0f,\"cpu_s_per_gib\":%.2f,\"heap_mib_per_gib\":%.2f}",
        median(rates) / 1e6,
        median(cpuSecondsPerGib),
        median(heapMibPerGib));
  }
}
