// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Compares the merge with mergecap on the same files in the same run, each in a process of its own.
 * By hand: {@code java -cp pcapng/target/classes:pcapng/target/test-classes
 * dev.ringtail.pcapng.MergeComparison compare FOLDER [files] [packets per file] [rounds]}.
 */
final class MergeComparison {
  private MergeComparison() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    if (args[0].equals("merge")) {
      merge(folder);
      return;
    }
    int files = args.length > 2 ? Integer.parseInt(args[2]) : 8;
    int packets = args.length > 3 ? Integer.parseInt(args[3]) : 500_000;
    int rounds = args.length > 4 ? Integer.parseInt(args[4]) : 5;
    for (int i = 0; i < files; i++) {
      generate(folder.resolve("in-%03d.pcapng".formatted(i)), i, packets);
    }
    List<String> peer = new ArrayList<>(List.of("mergecap", "-w", out(folder, "mergecap")));
    inputs(folder).forEach(input -> peer.add(input.toString()));
    String classPath = System.getProperty("java.class.path");
    String java = ProcessHandle.current().info().command().orElse("java");
    List<String> own =
        List.of(
            java,
            "-XX:+UseSerialGC",
            "-cp",
            classPath,
            MergeComparison.class.getName(),
            "merge",
            folder.toString());
    double[] peerSeconds = new double[rounds];
    double[] ownSeconds = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      peerSeconds[round] = seconds(peer);
      Files.delete(Path.of(out(folder, "mergecap")));
      ownSeconds[round] = seconds(own);
      Files.delete(Path.of(out(folder, "ringtail")));
    }
    System.out.printf("%d files x %d packets, %d rounds%n", files, packets, rounds);
    print("mergecap", peerSeconds);
    print("ringtail", ownSeconds);
  }

  private static void merge(Path folder) throws IOException {
    PcapngMerge merge = new PcapngMerge(Samples.SECTION, List.of());
    System.out.println(merge.merge(inputs(folder), Path.of(out(folder, "ringtail"))));
  }

  private static String out(Path folder, String name) {
    return folder.resolve("merged-" + name).toString();
  }

  private static List<Path> inputs(Path folder) throws IOException {
    try (var all = Files.list(folder)) {
      return all.filter(path -> path.getFileName().toString().startsWith("in-")).sorted().toList();
    }
  }

  /** Packets of a typical mix of sizes, 1 us apart on average, in bursts of a geometric length. */
  private static void generate(Path file, int number, int packets) throws IOException {
    Random random = new Random(number);
    int[] sizes = {64, 64, 64, 128, 256, 576, 1500};
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      out.write(Prelude.encode(Samples.SECTION, List.of(Samples.ethernet("eth" + number))));
      long timeNs = Samples.T0;
      for (int i = 0; i < packets; i++) {
        timeNs += random.nextInt(4) == 0 ? random.nextInt(6000) : 300;
        byte[] frame = Samples.frame(i, sizes[random.nextInt(sizes.length)]);
        out.write(EnhancedPacket.whole(0, timeNs, frame).encode());
      }
    }
  }

  private static double seconds(List<String> command) throws Exception {
    long start = System.nanoTime();
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException(command.getFirst() + " ended with " + status);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static void print(String name, double[] seconds) {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    System.out.printf(
        "%s  min %.2f s  median %.2f s  max %.2f s%n",
        name, sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
  }
}
