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
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * SIGKILL at any moment under load: what was intact is delivered once, and the manifest says what
 * happened.
 */
class DeathIT {
  private static final int DEATHS = Integer.getInteger("ringtail.deaths", 50);
  private static final long SEED = Long.getLong("ringtail.seed", 20261130);
  private static final int LONGEST_LIFE_MS = 700;
  private static final int JOURNAL_LINE = 64;
  private static final Pattern OPEN = Pattern.compile("(.+)-r\\d+-\\d+\\.(\\d+)\\.open");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Path folder;
  private Path objects;
  private Path spool;

  @BeforeEach
  void makeFolders() throws IOException {
    folder = Lab.folder();
    objects = Files.createDirectory(folder.resolve("objects"));
    spool = folder.resolve("spool");
  }

  @AfterEach
  void removeFolders() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @Test
  void shouldDeliverWhatIsIntactOnceAfterDeathAtAnyMoment() throws Exception {
    Random random = new Random(SEED);
    int deathsWithData = 0;
    try (Lab lab = Lab.withPairs(1, 1500)) {
      for (int death = 0; death < DEATHS; death++) {
        long expected = packetsAfterDeath(lab, random.nextInt(LONGEST_LIFE_MS));
        Command.Result deliver = deliver(lab);

        assertThat(deliver.exitCode()).as(deliver.output()).isZero();
        Counted counted = Counted.in(objects);
        assertThat(counted.packets()).as("death %d, seed %d", death, SEED).isEqualTo(expected);
        if (expected > 0) {
          assertThat(counted.at("sequence", "duplicated")).isZero();
          assertThat(counted.at("trailing_bytes")).isZero();
          deathsWithData++;
        }
        checkManifests(counted);
        assertThat(spool).doesNotExist();
        removeObjects();
      }
    }
    assertThat(deathsWithData).as("deaths that left something to deliver").isPositive();
  }

  /** Lets an agent capture under load, kills it, and counts what is intact by then. */
  private long packetsAfterDeath(Lab lab, int lifeMs) throws Exception {
    try (AgentProcess agent =
        AgentProcess.capturing(
            lab,
            "-i",
            "rx0",
            "--output",
            "dir:" + objects,
            "--spool",
            spool.toString(),
            "--spool-size",
            "64Mi",
            "--segment-size",
            "1Mi",
            "--memory",
            "16Mi")) {
      CompletableFuture<Sent> load =
          CompletableFuture.supplyAsync(
              () -> lab.flood(0, "--seconds", "0.8", "--count", "1000000", "--sizes", "60-600"));
      TimeUnit.MILLISECONDS.sleep(lifeMs);
      agent.signal("KILL");
      agent.exitCode();
      load.join();
    }
    return intact();
  }

  private Command.Result deliver(Lab lab) {
    return Command.run(
        "ip",
        "netns",
        "exec",
        lab.receiver(),
        Project.java(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        Project.agentClassPath(),
        "dev.ringtail.agent.AgentMain",
        "deliver",
        "--spool",
        spool.toString());
  }

  /** Packets in objects, in sealed segments, and in open ones up to their journaled length. */
  private long intact() throws IOException {
    Path copies = Files.createTempDirectory(folder, "copies");
    Set<String> names = new HashSet<>();
    for (Path file : files(objects)) {
      if (file.toString().endsWith(".pcapng")) {
        names.add(file.getFileName().toString());
        Files.createLink(copies.resolve(file.getFileName()), file);
      }
    }
    for (Path file : files(spool)) {
      String name = file.getFileName().toString();
      Matcher open = OPEN.matcher(name);
      if (open.matches()) {
        long bytes = journaled(open.group(1), open.group(2));
        if (bytes > 0) {
          copyStart(file, copies.resolve(name + ".pcapng"), bytes);
        }
      } else if (name.endsWith(".pcapng") && names.add(name)) {
        Files.createLink(copies.resolve(name), file);
      }
    }
    return Counted.in(copies).packets();
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
            counted.files().stream().map(file -> objects.relativize(file).toString()).toList());
  }

  private void removeObjects() throws IOException {
    for (Path file : files(folder)) {
      Files.delete(file);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
