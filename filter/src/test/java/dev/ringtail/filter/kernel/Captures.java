// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Real captures, in a folder beside the repository; whoever has none skips what needs them. */
public final class Captures {

  private static final int MAGIC = 0xa1b2c3d4;
  private static final int MAGIC_NS = 0xa1b23c4d;
  private static final int FILE_HEADER = 24;
  private static final int ETHERNET = 1;
  private static final int LONGEST = 3000;
  private static final int SHORTEST = 14;

  private Captures() {}

  /** The folder, given by {@code -Dringtail.corpus} or found as ../shared/corpus from the root. */
  public static Optional<Path> folder() {
    String given = System.getProperty("ringtail.corpus");
    if (given != null) {
      return Optional.of(Path.of(given));
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path candidate = at.resolve("shared").resolve("corpus");
      if (Files.isDirectory(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** All complete Ethernet frames of 14 to 3000 bytes in the pcap files of a folder. */
  public static List<byte[]> frames(Path folder) throws IOException {
    List<byte[]> frames = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.filter(f -> f.toString().endsWith(".pcap")).sorted().forEach(f -> read(f, frames));
    }
    return frames;
  }

  private static void read(Path file, List<byte[]> frames) {
    ByteBuffer in;
    try {
      in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (in.remaining() < FILE_HEADER) {
      return;
    }
    if (in.getInt(0) != MAGIC && in.getInt(0) != MAGIC_NS) {
      in.order(ByteOrder.BIG_ENDIAN);
    }
    boolean known = in.getInt(0) == MAGIC || in.getInt(0) == MAGIC_NS;
    if (!known || in.getInt(20) != ETHERNET) {
      return;
    }
    in.position(FILE_HEADER);
    while (in.remaining() >= 16) {
      in.getLong();
      int captured = in.getInt();
      int original = in.getInt();
      if (captured < 0 || captured > in.remaining()) {
        return;
      }
      byte[] frame = new byte[captured];
      in.get(frame);
      if (captured == original && captured >= SHORTEST && captured <= LONGEST) {
        frames.add(frame);
      }
    }
  }
}
