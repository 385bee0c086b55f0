// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent as a node's part of a job, against a real API server, bucket and veth pair. */
class NodeIT {
  private static final String TEN_MINUTES = "limits: {duration: 10m}";

  private Path folder;
  private NodeLab lab;
  private NodeJob job;

  @BeforeEach
  void makeLab() throws Exception {
    folder = Lab.folder();
    lab = new NodeLab(folder);
    job = lab.job();
  }

  @AfterEach
  void removeLab() throws IOException {
    if (lab != null) {
      lab.close();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @Test
  void shouldCarryOutAJobOnce() throws Exception {
    AgentProcess agent = job.startAgent();
    job.until("the agent is ready", job::isReady);
    job.create(TEN_MINUTES);
    NodeCaptureStatus started = job.await(Phase.CAPTURING);
    assertThat(NodeJob.condition(started, "Capturing").getStatus()).isEqualTo("True");

    long sent = flood(20_000);
    job.await("all packets counted", status -> status.counts().captured() == sent);
    job.change("{\"stop\": true}");
    NodeCaptureStatus done = job.await(Phase.COMPLETED);

    assertThat(done.counts().delivered()).isEqualTo(sent);
    assertThat(done.counts().seen()).isEqualTo(sent);
    assertThat(done.counts().dropped()).isZero();
    assertThat(done.interfaces().getFirst().name()).isEqualTo("rx0");
    assertThat(done.interfaces().getFirst().funnel().addsUp()).isTrue();
    assertThat(done.runs()).hasSize(1);
    assertThat(done.gaps()).isEmpty();
    for (String type : List.of("Uploaded", "Lossless", "Complete")) {
      assertThat(NodeJob.condition(done, type).getStatus()).as(type).isEqualTo("True");
    }
    assertThat(lab.objects().packets()).isEqualTo(sent);
    assertThat(lab.s3().manifest().get("node").asText()).isEqualTo(NodeJob.NODE);
    job.until("the spool is gone", job::hasNoSpool);
    assertThat(lab.lab().attached()).doesNotContain("ringtail");
    assertThat(agent.terminate().exitCode()).as(agent.errors()).isZero();
    assertThat(job.isReady()).isFalse();

    AgentProcess again = job.startAgent();
    job.until("the agent is ready again", job::isReady);
    assertThat(again.terminate().exitCode()).isZero();
    assertThat(job.status()).isEqualTo(done);
  }

  @Test
  void shouldRemoveWhatAJobHasLeftThatIsGone() throws Exception {
    NodeJob gone = lab.job();
    Path orphan = Files.createDirectories(gone.spool().resolve("20261130T120000Z-0"));
    Files.writeString(gone.spool().resolve("job.json"), "{\"namespace\": \"default\"}");
    Files.writeString(orphan.resolve("1.spare"), "anything");
    NodeJob other = lab.job();
    other.create(TEN_MINUTES);
    Path kept = Files.createDirectories(other.spool());
    Files.writeString(kept.resolve("job.json"), "{\"namespace\": \"default\"}");
    job.create(TEN_MINUTES + "\nstop: true");
    job.startAgent();

    job.await(Phase.COMPLETED);

    assertThat(gone.spool()).doesNotExist();
    assertThat(kept.resolve("job.json")).exists();
  }

  @Test
  void shouldObeyTheLimitsAsTheyAreNow() throws Exception {
    job.create(TEN_MINUTES);
    job.startAgent();
    job.await(Phase.CAPTURING);
    flood(5_000);

    job.change("{\"limits\": {\"packetsPerNode\": 7000}}");
    job.await("the change is seen", status -> status.observedGeneration() == 2);
    flood(5_000);
    NodeCaptureStatus done = job.await(Phase.COMPLETED);

    assertThat(NodeJob.condition(done, "Complete").getReason()).isEqualTo("PacketLimit");
    assertThat(done.counts().delivered()).isEqualTo(7_000);
    assertThat(NodeJob.condition(done, "Lossless").getStatus()).isEqualTo("True");
    assertThat(lab.objects().packets()).isEqualTo(7_000);
  }

  @Test
  void shouldJudgeByTheFilterAsItIsNow() throws Exception {
    job.create(TEN_MINUTES + "\nfilter: {pcap: udp port 1}");
    job.startAgent();
    job.await(Phase.CAPTURING);
    long first = flood(3_000);
    job.await("all packets seen", status -> status.counts().seen() == first);
    assertThat(job.status().counts().matched()).isZero();

    job.change("{\"filter\": {\"pcap\": \"udp\"}}");
    job.await("the change is seen", status -> status.observedGeneration() == 2);
    long second = flood(3_000);
    job.change("{\"filter\": null}");
    job.await("the change is seen", status -> status.observedGeneration() == 3);
    long third = flood(3_000);
    job.change("{\"stop\": true}");
    NodeCaptureStatus done = job.await(Phase.COMPLETED);

    assertThat(done.counts().seen()).isEqualTo(first + second + third);
    assertThat(done.counts().matched()).isEqualTo(second + third);
    assertThat(lab.objects().packets()).isEqualTo(second + third);
  }

  @Test
  void shouldEndAtTheDeadlineOfTheJob() throws Exception {
    job.create(TEN_MINUTES);
    job.startAgent();
    job.await(Phase.CAPTURING);

    Instant deadline = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.SECONDS);
    job.change("{\"deadline\": \"%s\"}".formatted(deadline));
    NodeCaptureStatus done = job.await(Phase.COMPLETED);

    assertThat(NodeJob.condition(done, "Complete").getReason()).isEqualTo("DurationOver");
    assertThat(Instant.parse(done.runs().getFirst().endedAt()))
        .isBetween(deadline.minusMillis(100), deadline.plusSeconds(1));
  }

  @Test
  void shouldNotBeginAfterTheDeadline() throws Exception {
    job.create(TEN_MINUTES + "\ndeadline: \"%s\"".formatted(Instant.now().minusSeconds(1)));
    job.startAgent();

    NodeCaptureStatus done = job.await(Phase.COMPLETED);

    assertThat(done.runs()).isEmpty();
    assertThat(NodeJob.condition(done, "Lossless").getStatus()).isEqualTo("Unknown");
  }

  @Test
  void shouldDeliverAndIdleWhenTheNodeCaptureIsGone() throws Exception {
    job.create(TEN_MINUTES);
    AgentProcess agent = job.startAgent();
    job.await(Phase.CAPTURING);
    long sent = flood(5_000);

    job.delete();

    job.until("all is delivered", () -> lab.objects().packets() == sent);
    job.until("the spool is gone", job::hasNoSpool);
    assertThat(agent.isAlive()).isTrue();
    assertThat(lab.lab().attached()).doesNotContain("ringtail");
  }

  @Test
  void shouldDropWhatIsUndeliveredWhenTheJobSaysSo() throws Exception {
    job.create(TEN_MINUTES + "\ndeletionPolicy: Discard");
    AgentProcess agent = job.startAgent();
    job.await(Phase.CAPTURING);
    lab.s3().proxy().down(true);
    long sent = flood(5_000);
    job.await("all packets counted", status -> status.counts().captured() == sent);

    job.delete();

    job.until("the spool is gone", job::hasNoSpool);
    lab.s3().proxy().down(false);
    assertThat(agent.isAlive()).isTrue();
    assertThat(lab.s3().objects()).isEmpty();
  }

  @Test
  void shouldGoOnAfterItsDeathWhileTheStoreIsAway() throws Exception {
    job.create(TEN_MINUTES);
    AgentProcess first = job.startAgent();
    job.await(Phase.CAPTURING);
    lab.s3().proxy().down(true);
    long before = flood(20_000);
    job.await("all packets counted", status -> status.counts().captured() == before);
    Thread.sleep(200);
    first.signal("KILL");
    first.exitCode();
    long missed = flood(1_000);

    job.startAgent();
    NodeCaptureStatus resumed = job.await("it captures again", status -> status.runs().size() == 2);
    long after = flood(5_000);
    job.await("all packets counted", status -> status.counts().captured() == before + after);
    lab.s3().proxy().down(false);
    job.await("all is delivered", status -> status.counts().delivered() >= before);
    job.change("{\"stop\": true}");
    NodeCaptureStatus done = job.await(Phase.COMPLETED);

    assertThat(resumed.gaps()).hasSize(1);
    assertThat(done.gaps().getFirst().reason()).isEqualTo("AgentRestarted");
    assertThat(done.gaps().getFirst().receivedEstimate()).isBetween(missed, missed + before);
    assertThat(NodeJob.condition(done, "Lossless").getReason()).isEqualTo("AgentRestarted");
    assertThat(NodeJob.condition(done, "Complete").getStatus()).isEqualTo("True");
    assertThat(done.counts().delivered()).isEqualTo(before + after);
    assertThat(lab.objects().packets()).isEqualTo(before + after);
    assertThat(lab.s3().manifest().get("runs")).hasSize(2);
    assertThat(lab.s3().manifest().get("objects")).hasSameSizeAs(lab.objects().files());
  }

  @Test
  void shouldKeepTheLimitsOverSeveralLives() throws Exception {
    job.create("limits: {duration: 10m, packetsPerNode: 8000}");
    AgentProcess first = job.startAgent();
    job.await(Phase.CAPTURING);
    flood(5_000);
    assertThat(first.terminate().exitCode()).isZero();
    assertThat(job.status().phase()).isEqualTo(Phase.PREPARING);
    assertThat(lab.objects().packets()).isEqualTo(5_000);

    job.startAgent();
    job.await("it captures again", status -> status.runs().size() == 2);
    flood(5_000);
    NodeCaptureStatus done = job.await(Phase.COMPLETED);

    assertThat(done.counts().delivered()).isEqualTo(8_000);
    assertThat(lab.objects().packets()).isEqualTo(8_000);
    assertThat(done.gaps()).hasSize(1);
  }

  @Test
  void shouldCaptureToItsLimitsWhileTheApiServerIsAway() throws Exception {
    job.create("limits: {duration: 10m, packetsPerNode: 20000}");
    job.startAgent();
    job.await(Phase.CAPTURING);

    lab.door().shut();
    flood(25_000);
    job.until("all is delivered", () -> lab.objects().packets() == 20_000);
    assertThat(job.status().phase()).isEqualTo(Phase.CAPTURING);
    lab.door().open();
    NodeCaptureStatus done = job.await(Phase.COMPLETED);

    assertThat(done.counts().delivered()).isEqualTo(20_000);
    assertThat(NodeJob.condition(done, "Lossless").getStatus()).isEqualTo("True");
  }

  @Test
  void shouldSayWhoseProgramIsInTheWay() throws Exception {
    job.create(TEN_MINUTES);
    job.startAgent();
    job.await(Phase.CAPTURING);
    NodeJob second = lab.job();
    second.create(TEN_MINUTES);
    second.startAgent();
    NodeCaptureStatus refused = second.await(Phase.FAILED);

    Condition failed = NodeJob.condition(refused, "Failed");
    assertThat(failed.getReason()).isEqualTo("XdpSlotBusy");
    assertThat(failed.getMessage()).contains("rx0 already runs XDP program").contains("ringtail");
    assertThat(refused.lastError()).isEqualTo(failed.getMessage());
    assertThat(job.status().phase()).isEqualTo(Phase.CAPTURING);
  }

  @Test
  void shouldFailWithTheStoresWordsBeforeAnythingIsAttached() throws Exception {
    job.create("elsewhere", TEN_MINUTES);
    job.startAgent();

    NodeCaptureStatus refused = job.await(Phase.FAILED);

    assertThat(NodeJob.condition(refused, "Failed").getReason()).isEqualTo("StoreRefused");
    assertThat(NodeJob.condition(refused, "Failed").getMessage())
        .contains("NoSuchBucket")
        .contains("elsewhere");
    assertThat(refused.runs()).isEmpty();
  }

  /** Sends packets and answers how many. */
  private long flood(int count) {
    return lab.lab().flood(0, "--count", "" + count, "--pps", "50000").packets();
  }
}
