// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.lab.S3Server;
import dev.ringtail.cli.testing.CaptureFile;
import dev.ringtail.cli.testing.CliRun;
import dev.ringtail.cli.testing.PlayedCluster;
import dev.ringtail.cli.testing.PlayedJob;
import dev.ringtail.cli.testing.PlayedNode;
import dev.ringtail.cli.testing.TestBucket;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** From the command line to an open file, with operator and agents played. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CaptureCommandIT {
  @TempDir static Path folder;

  private PlayedCluster cluster;
  private S3Server server;
  private TestBucket bucket;

  @BeforeAll
  void start() throws Exception {
    cluster = new PlayedCluster(folder);
    server = S3Server.start(folder.resolve("s3"));
    bucket = new TestBucket(server.endpoint());
    cluster.node("worker-1");
    cluster.node("worker-2");
    cluster
        .client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName("s3")
                .withNamespace(cluster.namespace())
                .endMetadata()
                .withStringData(
                    Map.of(
                        "AWS_ACCESS_KEY_ID",
                        S3Server.ACCESS_KEY,
                        "AWS_SECRET_ACCESS_KEY",
                        S3Server.SECRET_KEY))
                .build())
        .create();
  }

  @AfterAll
  void stop() {
    bucket.close();
    server.close();
  }

  @AfterEach
  void removeJobs() {
    cluster.removeJobs();
  }

  private CompletableFuture<CliRun> capture(String... more) {
    String[] words = {
      "capture",
      "--output",
      "s3://" + S3Server.BUCKET + "/edge",
      "--s3-endpoint",
      server.endpoint().toString(),
      "--s3-path-style",
      "--credentials-secret",
      "s3"
    };
    String[] all = new String[words.length + more.length];
    System.arraycopy(words, 0, all, 0, words.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return CliRun.start(cluster.with(all));
  }

  @Test
  void shouldMakeOneFileOfWhatTwoNodesHaveCaptured() throws Exception {
    Path file = folder.resolve("two.pcapng");
    CompletableFuture<CliRun> running =
        capture("node/worker-1", "node/worker-2", "--pcap", "udp", "-o", file.toString());
    PlayedJob played = new PlayedJob(cluster.client(), cluster.awaitJob());
    PlayedNode first =
        new PlayedNode("worker-1", "eth0").segment(50, 0, 2000, 64).segment(50, 500, 2000, 64);
    PlayedNode second = new PlayedNode("worker-2", "eth0").segment(100, 1000, 2000, 64);
    run(played, 0, first, second);

    CliRun run = running.get(60, TimeUnit.SECONDS);

    assertThat(run.err()).contains("Capturing", "2 nodes");
    assertThat(run.out())
        .isEqualToIgnoringNewLines(
            "%s: 200 packets from 2 nodes, %s; no packet was lost".formatted(file, sizeOf(file)));
    assertThat(run.code()).isZero();
    assertThat(CaptureFile.fields(file, "frame.interface_name"))
        .hasSize(200)
        .filteredOn("worker-1/eth0"::equals)
        .hasSize(100);
    assertThat(CaptureFile.fields(file, "frame.time_epoch")).isSortedAccordingTo(String::compareTo);
    assertThat(played.job().getSpec().filter().pcap()).isEqualTo("udp");
    assertThat(played.job().getSpec().target().nodes().names())
        .containsExactly("worker-1", "worker-2");
  }

  private static String sizeOf(Path file) throws Exception {
    return dev.ringtail.cli.text.Amounts.bytes(Files.size(file));
  }

  @Test
  void shouldSayWhatWasLostAndExitWithFourIfAsked() throws Exception {
    CompletableFuture<CliRun> running =
        capture("node/worker-1", "--fail-on-loss", "-o", folder.resolve("lossy.pcapng").toString());
    PlayedJob played = new PlayedJob(cluster.client(), cluster.awaitJob());
    run(played, 17, new PlayedNode("worker-1", "eth0").segment(3, 0, 1, 64));

    CliRun run = running.get(60, TimeUnit.SECONDS);

    assertThat(run.out())
        .contains("3 packets from 1 node", "17 packets were lost: worker-1 17 (ringFull 17)");
    assertThat(run.code()).isEqualTo(4);
  }

  @Test
  void shouldTakeBackAJobThatIsNotAccepted() throws Exception {
    CompletableFuture<CliRun> running = capture("node/worker-1", "--name", "unaccepted");
    PlayedJob played = new PlayedJob(cluster.client(), cluster.awaitJob());
    played.phase(
        Phase.PENDING,
        0,
        List.of(
            PlayedJob.condition(
                ConditionType.ACCEPTED, "False", "SecretMissing", "there is no Secret s3")));

    CliRun run = running.get(60, TimeUnit.SECONDS);

    assertThat(run.err())
        .contains(
            "ringtail: job unaccepted is not accepted (SecretMissing) and was taken back: there is no Secret s3");
    assertThat(run.code()).isEqualTo(3);
    assertThat(
            cluster
                .client()
                .resources(CaptureJob.class)
                .inNamespace(cluster.namespace())
                .list()
                .getItems())
        .isEmpty();
  }

  @Test
  void shouldPrintTheDocumentOrTryItWithoutMakingAJob() throws Exception {
    CliRun yaml = capture("node/worker-1", "--name", "tried", "--yaml").get(60, TimeUnit.SECONDS);
    CliRun server =
        capture("node/worker-1", "--name", "tried", "--dry-run=server").get(60, TimeUnit.SECONDS);

    assertThat(yaml.out()).contains("kind: \"CaptureJob\"", "bucket: \"captures\"", "worker-1");
    assertThat(server.out())
        .isEqualToIgnoringNewLines("capturejob.ringtail.dev/tried created (server dry run)");
    assertThat(
            cluster
                .client()
                .resources(CaptureJob.class)
                .inNamespace(cluster.namespace())
                .list()
                .getItems())
        .isEmpty();
  }

  private void run(PlayedJob played, long lost, PlayedNode... nodes) throws InterruptedException {
    for (PlayedNode node : nodes) {
      played.plan(node.node());
      played.report(node, Phase.CAPTURING, 0);
    }
    played.phase(Phase.CAPTURING, nodes.length, List.of());
    Thread.sleep(1_200);
    for (PlayedNode node : nodes) {
      played.deliver(bucket, node);
      played.report(node, Phase.COMPLETED, lost);
    }
    played.phase(Phase.COMPLETED, nodes.length, List.of());
  }
}
