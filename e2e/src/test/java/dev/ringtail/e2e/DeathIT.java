// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * SIGKILL at any moment under load: what was intact is delivered once, and the manifest says what
 * happened.
 */
class DeathIT {
  /** {@code make test-deaths} has 50. */
  private static final int DEATHS = Integer.getInteger("ringtail.deaths", 20);

  private static final long SEED = Long.getLong("ringtail.seed", 20261130);
  private static final int LONGEST_LIFE_MS = 700;

  private Path folder;
  private Path objects;
  private Path spool;
  private Remains remains;

  @BeforeEach
  void makeFolders() throws IOException {
    folder = Lab.folder();
    objects = Files.createDirectory(folder.resolve("objects"));
    spool = folder.resolve("spool");
    remains = new Remains(objects, objects, spool);
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
        remains.checkDelivered(expected, "death %d, seed %d".formatted(death, SEED));
        deathsWithData += expected > 0 ? 1 : 0;
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
    return remains.intact(Files.createTempDirectory(folder, "copies"));
  }

  private Command.Result deliver(Lab lab) {
    List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", lab.receiver()));
    words.addAll(Project.agentJava());
    words.addAll(List.of("deliver", "--spool", spool.toString()));
    return Command.run(words.toArray(String[]::new));
  }

  private void removeObjects() throws IOException {
    for (Path file : Remains.files(folder)) {
      Files.delete(file);
    }
  }
}
