// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.cli.testing.CaptureFile;
import dev.ringtail.cli.testing.CliProcess;
import dev.ringtail.cli.testing.CliRun;
import dev.ringtail.cli.testing.PlayedCluster;
import dev.ringtail.cli.testing.PlayedJob;
import dev.ringtail.cli.testing.PlayedNode;
import dev.ringtail.cli.testing.Shop;
import dev.ringtail.cli.text.Amounts;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  private Shop shop;
  private PlayedCluster cluster;

  @BeforeAll
  void open() throws Exception {
    shop = new Shop(folder);
    cluster = shop.cluster();
    cluster.node("worker-1");
    cluster.node("worker-2");
  }

  @AfterAll
  void close() {
    shop.close();
  }

  @AfterEach
  void removeJobs() {
    cluster.removeJobs();
  }

  private CompletableFuture<CliRun> capture(String... more) {
    return CliRun.start(words(more));
  }

  private String[] words(String... more) {
    List<String> words = new ArrayList<>(List.of("capture"));
    words.addAll(shop.output());
    words.addAll(List.of(more));
    return cluster.with(words.toArray(String[]::new));
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
    return Amounts.bytes(Files.size(file));
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

  @Test
  void shouldStopAtTheFirstSignalAndKeepTheData() throws Exception {
    Path file = folder.resolve("stopped.pcapng");
    CliProcess process = CliProcess.start(folder, words("node/worker-1", "-o", file.toString()));
    PlayedJob played = new PlayedJob(cluster.client(), cluster.awaitJob());
    PlayedNode node = new PlayedNode("worker-1", "eth0").segment(5, 0, 1, 64);
    begin(played, node);

    interrupt(process);
    await().until(() -> cluster.awaitJob().getSpec().stop());
    end(played, 0, node);

    CliRun run = process.end();
    assertThat(run.err()).contains("stopping job " + played.job().getMetadata().getName());
    assertThat(run.out()).contains("5 packets from 1 node");
    assertThat(run.code()).isZero();
  }

  @Test
  void shouldLeaveAtTheSecondSignalWithoutWaiting() throws Exception {
    CliProcess process = CliProcess.start(folder, words("node/worker-1", "--name", "left"));
    PlayedJob played = new PlayedJob(cluster.client(), cluster.awaitJob());
    begin(played, new PlayedNode("worker-1", "eth0").segment(5, 0, 1, 64));

    interrupt(process);
    await().until(() -> cluster.awaitJob().getSpec().stop());
    interrupt(process);

    CliRun run = process.end();
    assertThat(run.err())
        .contains(
            "ringtail: job left goes on without you; kubectl ringtail download left fetches its data");
    assertThat(run.code()).isEqualTo(5);
  }

  /** Once the process listens for it. */
  private static void interrupt(CliProcess process) throws Exception {
    await().until(() -> process.err().contains("Capturing"));
    new ProcessBuilder("kill", "-INT", Long.toString(process.process().pid())).start().waitFor();
  }

  @Test
  void shouldPutTheClustersNamesIntoTheFile() throws Exception {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("echo-1")
            .withNamespace(cluster.namespace())
            .withLabels(Map.of("app", "echo"))
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("echo")
            .withImage("echo")
            .endContainer()
            .endSpec()
            .build();
    cluster.client().resource(pod).serverSideApply();
    cluster
        .client()
        .pods()
        .inNamespace(cluster.namespace())
        .withName("echo-1")
        .editStatus(
            found ->
                new PodBuilder(found).withNewStatus().addNewPodIP("10.0.0.2").endStatus().build());
    Path file = folder.resolve("named.pcapng");
    CompletableFuture<CliRun> running = capture("-l", "app=echo", "-o", file.toString());
    PlayedJob played = new PlayedJob(cluster.client(), cluster.awaitJob());
    run(played, 0, new PlayedNode("worker-1", "echo-1/eth0").segment(1, 0, 1, 64));

    assertThat(running.get(60, TimeUnit.SECONDS).code()).isZero();
    assertThat(
            CaptureFile.lines(
                List.of(
                    "tshark",
                    "-r",
                    file.toString(),
                    "-N",
                    "n",
                    "-T",
                    "fields",
                    "-e",
                    "frame.interface_name",
                    "-e",
                    "frame.interface_description",
                    "-e",
                    "ip.dst_host")))
        .containsExactly(
            String.join(
                "\t",
                cluster.namespace() + "/echo-1/eth0",
                "eth0 of pod echo-1, namespace %s, on node worker-1; XDP native on worker-1, ingress"
                    .formatted(cluster.namespace()),
                "echo-1." + cluster.namespace()));
    assertThat(played.job().getSpec().target().pods().selector().matchLabels())
        .isEqualTo(Map.of("app", "echo"));
  }

  private void run(PlayedJob played, long lost, PlayedNode... nodes) throws InterruptedException {
    begin(played, nodes);
    Thread.sleep(1_200);
    end(played, lost, nodes);
  }

  private static void begin(PlayedJob played, PlayedNode... nodes) {
    for (PlayedNode node : nodes) {
      played.plan(node.node());
      played.report(node, Phase.CAPTURING, 0);
    }
    played.phase(Phase.CAPTURING, nodes.length, List.of());
  }

  private void end(PlayedJob played, long lost, PlayedNode... nodes) {
    for (PlayedNode node : nodes) {
      played.deliver(shop.bucket(), node);
      played.report(node, Phase.COMPLETED, lost);
    }
    played.phase(Phase.COMPLETED, nodes.length, List.of());
  }
}
