// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a killed agent has left behind, and what a later one has made of it.
 *
 * @param keys the folder that keys of objects are relative to
 * @param objects where in it the store keeps its objects as files
 * @param spool of the agent
 */
record Remains(Path keys, Path objects, Path spool) {
  private static final int JOURNAL_LINE = 64;
  private static final Pattern OPEN = Pattern.compile("(.+)-r\\d+-\\d+\\.(\\d+)\\.open");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Packets in objects, in sealed segments, and in open ones up to their journaled length.
   *
   * @param scratch an empty folder on the same file system as the spool
   */
  long intact(Path scratch) throws IOException {
    Set<String> names = new HashSet<>();
    for (Path file : files(objects)) {
      if (file.toString().endsWith(".pcapng")) {
        names.add(file.getFileName().toString());
        Files.createSymbolicLink(scratch.resolve(file.getFileName()), file);
      }
    }
    for (Path file : files(spool)) {
      String name = file.getFileName().toString();
      Matcher open = OPEN.matcher(name);
      if (open.matches()) {
        long bytes = journaled(open.group(1), open.group(2));
        if (bytes > 0) {
          copyStart(file, scratch.resolve(name + ".pcapng"), bytes);
        }
      } else if (name.endsWith(".pcapng") && names.add(name)) {
        Files.createSymbolicLink(scratch.resolve(name), file);
      }
    }
    return Counted.in(scratch).packets();
  }

  private long journaled(String run, String slot) throws IOException {
    try (FileChannel journal =
        FileChannel.open(spool.resolve(run + ".journal"), StandardOpenOption.READ)) {
      ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
      journal.read(length, Long.parseLong(slot) * JOURNAL_LINE);
      return length.getLong(0);
    }
  }

  private static void copyStart(Path from, Path to, long bytes) throws IOException {
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(to, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      in.transferTo(0, bytes, out);
    }
  }

  /**
   * Sees that a later run has delivered what was intact, each packet and each object once, and that
   * manifests say so.
   *
   * @param packets that were intact
   */
  void checkDelivered(long packets, String death) throws IOException {
    Counted counted = Counted.in(objects);
    assertThat(counted.packets()).as(death).isEqualTo(packets);
    if (packets > 0) {
      assertThat(counted.at("sequence", "duplicated")).as(death).isZero();
      assertThat(counted.at("trailing_bytes")).as(death).isZero();
    }
    checkManifests(counted);
    assertThat(spool).as(death).doesNotExist();
  }

  /** Every object once, with its hash, and the reason where a run was cut short. */
  private void checkManifests(Counted counted) throws IOException {
    Set<String> listed = new HashSet<>();
    for (Path file : files(objects)) {
      if (file.getFileName().toString().equals("manifest.json")) {
        JsonNode manifest = MAPPER.readTree(file.toFile());
        assertThat(manifest.get("runs").get(0).get("endReason").asText())
            .isEqualTo("AgentRestarted");
        assertThat(manifest.get("lossless").asBoolean()).isFalse();
        for (JsonNode object : manifest.path("objects")) {
          assertThat(listed.add(object.get("key").asText())).as("listed once").isTrue();
        }
      }
    }
    assertThat(listed).hasSameSizeAs(counted.files());
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            counted.files().stream().map(file -> keys.relativize(file).toString()).toList());
  }

  static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
