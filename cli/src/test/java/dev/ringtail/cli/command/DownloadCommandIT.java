// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.lab.S3Server;
import dev.ringtail.cli.testing.CaptureFile;
import dev.ringtail.cli.testing.CliProcess;
import dev.ringtail.cli.testing.CliRun;
import dev.ringtail.cli.testing.CuttingProxy;
import dev.ringtail.cli.testing.PlayedJob;
import dev.ringtail.cli.testing.PlayedNode;
import dev.ringtail.cli.testing.Shop;
import dev.ringtail.crds.v1alpha1.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What comes back from a store, whole or in part. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DownloadCommandIT {
  /** Megabytes that are downloaded over connections that break. */
  private static final int LARGE_MB = Integer.getInteger("ringtail.download.megabytes", 100);

  private static final int OBJECT_MB = 50;
  private static final int PAYLOAD = 60_000;
  private static final int CUTS = 3;

  @TempDir static Path folder;

  private Shop shop;

  @BeforeAll
  void open() throws Exception {
    shop = new Shop(folder);
  }

  @AfterAll
  void close() {
    shop.close();
  }

  private CliRun download(String job, Path out, String... more) {
    List<String> words = new ArrayList<>(List.of("download", job, "-o", out.toString()));
    words.addAll(List.of(more));
    return shop.cluster().run(words.toArray(String[]::new));
  }

  @Test
  void shouldNameAnObjectThatIsGoneAndMergeTheRest() throws Exception {
    PlayedNode first =
        new PlayedNode("worker-1", "eth0").segment(10, 0, 10, 64).segment(7, 5, 10, 64);
    PlayedNode second = new PlayedNode("worker-2", "eth0").segment(20, 1, 10, 64);
    PlayedJob job = shop.finished("gone-object", first, second);
    shop.bucket().delete(job.prefix("worker-1") + "20261130T120000Z-0-r00-000001.pcapng");
    Path file = folder.resolve("gone-object.pcapng");

    CliRun run = download("gone-object", file);

    assertThat(run.code()).isEqualTo(5);
    assertThat(run.out()).contains("30 packets from 2 nodes", "INCOMPLETE");
    assertThat(run.err())
        .contains("ringtail: node worker-1: ", "r00-000001.pcapng", "7 packets were in it");
    assertThat(CaptureFile.fields(file, "frame.number")).hasSize(30);
  }

  @Test
  void shouldNameANodeWhoseManifestIsGone() throws Exception {
    PlayedJob job =
        shop.finished(
            "gone-node",
            new PlayedNode("worker-1", "eth0").segment(10, 0, 10, 64),
            new PlayedNode("worker-2", "eth0").segment(20, 1, 10, 64));
    shop.bucket().delete(job.prefix("worker-2") + "manifest.json");
    Path file = folder.resolve("gone-node.pcapng");

    CliRun run = download("gone-node", file);

    assertThat(run.code()).isEqualTo(5);
    assertThat(run.out()).contains("10 packets from 1 node,", "INCOMPLETE");
    assertThat(run.err()).contains("ringtail: node worker-2: its manifest", "is not in bucket");
    assertThat(CaptureFile.fields(file, "frame.number")).hasSize(10);
  }

  @Test
  void shouldNameAnObjectThatIsDamaged() {
    PlayedNode node = new PlayedNode("worker-1", "eth0").segment(10, 0, 10, 64);
    PlayedJob job = shop.finished("damaged", node);
    job.stored(node)
        .forEach(
            (key, bytes) -> {
              if (key.endsWith(".pcapng")) {
                bytes[bytes.length - 10] ^= 1;
                shop.bucket().put(key, bytes);
              }
            });

    CliRun run = download("damaged", folder.resolve("damaged.pcapng"));
    CliRun verified = shop.cluster().run("verify", "damaged");

    assertThat(run.code()).isEqualTo(5);
    assertThat(run.err()).contains("is damaged: its SHA-256 is");
    assertThat(verified.code()).isEqualTo(5);
    assertThat(verified.out()).contains("0 of 1 object are as their manifests say");
  }

  @Test
  void shouldVerifyWhatIsAsTheManifestsSay() {
    shop.finished(
        "verified", new PlayedNode("worker-1", "eth0").segment(10, 0, 10, 64).segment(5, 0, 1, 64));

    CliRun run = shop.cluster().run("verify", "verified");

    assertThat(run.out())
        .startsWith("job verified: 2 of 2 objects are as their manifests say, 15 packets");
    assertThat(run.code()).isZero();
  }

  @Test
  void shouldLeaveNodesApart() throws Exception {
    shop.finished(
        "apart",
        new PlayedNode("worker-1", "eth0").segment(10, 0, 10, 64),
        new PlayedNode("worker-2", "eth0").segment(20, 1, 10, 64));
    Path nodes = folder.resolve("apart");

    CliRun run = download("apart", nodes, "--per-node");

    assertThat(run.code()).isZero();
    assertThat(CaptureFile.fields(nodes.resolve("worker-1.pcapng"), "frame.number")).hasSize(10);
    assertThat(CaptureFile.fields(nodes.resolve("worker-2.pcapng"), "frame.number")).hasSize(20);
    try (Stream<Path> files = Files.list(nodes)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void shouldRefuseAJobThatStillRuns() {
    PlayedJob job = shop.job("running", "worker-1");
    job.phase(Phase.CAPTURING, 1, List.of());

    CliRun run = download("running", folder.resolve("running.pcapng"));

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err()).contains("job running has not ended (Capturing)");
  }

  @Test
  void shouldGoOnWhereTheConnectionBrokeInBoundedMemory() throws Exception {
    int objects = Math.max(1, LARGE_MB / OBJECT_MB);
    int packets = OBJECT_MB * 1_000_000 / PAYLOAD;
    PlayedNode node = new PlayedNode("worker-1", "eth0");
    for (int i = 0; i < objects; i++) {
      node.segment(packets, i, 10, PAYLOAD);
    }
    PlayedJob job = shop.finished("large", node);
    Path file = folder.resolve("large.pcapng");
    try (CuttingProxy proxy =
        new CuttingProxy(shop.server().address(), CUTS, OBJECT_MB * 1_000_000L / 3)) {
      CliProcess process =
          CliProcess.start(
              folder,
              shop.cluster()
                  .with(
                      "download",
                      "large",
                      "-o",
                      file.toString(),
                      "--download-endpoint",
                      proxy.endpoint().toString()));

      CliRun run = process.end();

      assertThat(run.err()).isEmpty();
      assertThat(run.out()).contains("%,d packets from 1 node".formatted(node.packets()));
      assertThat(run.code()).isZero();
      assertThat(proxy.cuts()).isEqualTo(CUTS);
      System.out.printf(
          "download of %d MB over %d cut connections: at most %d MiB of memory%n",
          LARGE_MB, CUTS, process.peakMib());
      assertThat(process.peakMib()).isLessThan(256);
    } finally {
      Files.deleteIfExists(file);
      job.stored(node).keySet().forEach(shop.bucket()::delete);
    }
  }

  @Test
  void shouldGoOnWithWhatAnEarlierDownloadHasLeft() throws Exception {
    PlayedNode node = new PlayedNode("worker-1", "eth0").segment(100, 0, 10, 1000);
    PlayedJob job = shop.finished("left", node);
    Path file = folder.resolve("left.pcapng");
    Path part =
        folder.resolve(".left.pcapng.parts/worker-1/20261130T120000Z-0-r00-000000.pcapng.part");
    Files.createDirectories(part.getParent());
    byte[] whole =
        job.stored(node).get(job.prefix("worker-1") + "20261130T120000Z-0-r00-000000.pcapng");
    Files.write(part, Arrays.copyOf(whole, whole.length / 2));

    CliRun run = download("left", file);

    assertThat(run.code()).isZero();
    assertThat(CaptureFile.fields(file, "frame.number")).hasSize(100);
    assertThat(part.getParent().getParent()).doesNotExist();
  }

  @Test
  void shouldReadWithTheUsersOwnKeysWhereTheSecretMayNotBeRead() throws Exception {
    shop.finished("own-keys", new PlayedNode("worker-1", "eth0").segment(10, 0, 10, 64));
    Path kubeconfig = shop.cluster().kubeconfigOfReader(folder);
    String[] words = {
      "download",
      "own-keys",
      "-o",
      folder.resolve("own-keys.pcapng").toString(),
      "--kubeconfig",
      kubeconfig.toString(),
      "-n",
      shop.cluster().namespace()
    };
    Map<String, String> nobody = Map.of("AWS_EC2_METADATA_DISABLED", "true");
    Map<String, String> user =
        Map.of(
            "AWS_ACCESS_KEY_ID", S3Server.ACCESS_KEY, "AWS_SECRET_ACCESS_KEY", S3Server.SECRET_KEY);
    Map<String, String> stranger =
        Map.of("AWS_ACCESS_KEY_ID", S3Server.ACCESS_KEY, "AWS_SECRET_ACCESS_KEY", "wrong");

    CliRun without = CliProcess.start(folder, nobody, words).end();
    CliRun wrong = CliProcess.start(folder, stranger, words).end();
    CliRun own = CliProcess.start(folder, user, words).end();

    assertThat(without.code()).isEqualTo(3);
    assertThat(without.err()).contains("you have no credentials for it", "set AWS_ACCESS_KEY_ID");
    assertThat(wrong.code()).isEqualTo(3);
    assertThat(wrong.err())
        .contains("SignatureDoesNotMatch by the credentials of your AWS environment or profile");
    assertThat(own.out()).contains("10 packets from 1 node");
    assertThat(own.code()).isZero();
  }
}
