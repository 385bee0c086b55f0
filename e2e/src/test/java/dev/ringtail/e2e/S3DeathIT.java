// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.lab.Fault;
import dev.ringtail.agent.lab.HttpHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * SIGKILL under load while objects go to S3, at moments of the clock and at moments of the upload:
 * what was intact is in the store once, and no multipart upload is left.
 */
class S3DeathIT {
  /** {@code make test-deaths} has 50. */
  private static final int DEATHS = Integer.getInteger("ringtail.deaths", 8);

  private static final long SEED = Long.getLong("ringtail.seed", 20261130);
  private static final int LONGEST_LIFE_MS = 700;
  private static final int PATIENCE_SECONDS = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Path folder;
  private S3Lab lab;

  @BeforeEach
  void startStore() throws Exception {
    folder = Lab.folder();
    lab = new S3Lab(folder);
  }

  @AfterEach
  void stopStore() throws IOException {
    lab.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @Test
  void shouldDeliverWhatIsIntactOnceAndLeaveNoUploadAfterDeathAtAnyMoment() throws Exception {
    Random random = new Random(SEED);
    Map<Moment, Integer> met = new EnumMap<>(Moment.class);
    for (int death = 0; death < DEATHS; death++) {
      Moment moment = Moment.values()[death % Moment.values().length];
      String name = "death %d, %s, seed %d".formatted(death, moment, SEED);
      if (dieAt(moment, random)) {
        met.merge(moment, 1, Integer::sum);
      }
      long expected = remains().intact(Files.createTempDirectory(folder, "copies"));
      try (AgentProcess later = lab.deliver()) {
        assertThat(later.within(PATIENCE).exitCode()).as(name + later.errors()).isZero();
      }

      remains().checkDelivered(expected, name);
      assertThat(lab.unfinishedUploads()).as(name).isZero();
      lab.removeObjects();
    }
    assertThat(met).as("moments at which an agent died").containsOnlyKeys(Moment.values());
  }

  private Remains remains() {
    return new Remains(lab.bucket().getParent(), lab.bucket(), lab.spool());
  }

  /** Kills an agent under load; false when the moment did not come. */
  private boolean dieAt(Moment moment, Random random) throws Exception {
    boolean met = true;
    try (AgentProcess agent =
        lab.capturing("--segment-size", moment.segmentSize, "--memory", "16Mi")) {
      if (moment.request != null) {
        AtomicInteger earlier = new AtomicInteger(random.nextInt(moment.latest));
        lab.proxy()
            .next(
                1,
                head -> moment.request.test(head) && earlier.getAndDecrement() <= 0,
                new Fault.Unanswered());
      }
      CompletableFuture<Sent> load =
          CompletableFuture.supplyAsync(
              () -> lab.lab().flood(0, "--seconds", "0.8", "--count", "100000", "--sizes", "600"));
      if (moment == Moment.OF_THE_CLOCK) {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE_MS));
      } else {
        met = lab.proxy().awaitUnanswered(PATIENCE_SECONDS);
      }
      agent.signal("KILL");
      agent.exitCode();
      load.join();
    } finally {
      lab.proxy().heal();
    }
    return met;
  }

  /** When the agent dies; of requests, when the store has done what was asked and nobody heard. */
  private enum Moment {
    /** Any, also while segments are sealed and objects of one request are put. */
    OF_THE_CLOCK("1Mi", 1, null),
    /** An object is there, and not marked as delivered. */
    OBJECT_PUT("1Mi", 20, head -> isPut(head) && !head.target().contains("partNumber=")),
    /** A part of a multipart upload is there. */
    PART_PUT("24Mi", 4, head -> isPut(head) && head.target().contains("partNumber=")),
    /** A multipart upload is completed, and not marked as delivered. */
    UPLOAD_COMPLETED(
        "24Mi", 3, head -> head.method().equals("POST") && head.target().contains("uploadId="));

    private final String segmentSize;
    private final int latest;
    private final Predicate<HttpHead> request;

    /**
     * @param latest how many such requests may pass before the one
     */
    Moment(String segmentSize, int latest, Predicate<HttpHead> request) {
      this.segmentSize = segmentSize;
      this.latest = latest;
      this.request = request;
    }

    private static boolean isPut(HttpHead head) {
      return head.method().equals("PUT") && head.target().contains(".pcapng");
    }
  }
}
