// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.cli.completion.Completions;
import dev.ringtail.cli.testing.CliRun;
import dev.ringtail.cli.testing.PlayedJob;
import dev.ringtail.cli.testing.PlayedNode;
import dev.ringtail.cli.testing.Shop;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Commands that show what is there: list, describe, stop, profiles, and what a shell completes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadingCommandsIT {
  @TempDir static Path folder;

  private Shop shop;

  @BeforeAll
  void open() throws Exception {
    shop = new Shop(folder);
    shop.cluster().node("worker-1");
    PlayedNode node = new PlayedNode("worker-1", "eth0").segment(1_234, 0, 10, 64);
    PlayedJob job = shop.finished("lossy-one", node);
    job.report(node, Phase.COMPLETED, 17);
    job.phase(
        Phase.COMPLETED,
        1,
        List.of(
            PlayedJob.condition(
                ConditionType.LOSSLESS, "False", "PacketsLost", "node worker-1 lost 17 packets")));
    shop.job("waiting-one", "worker-1");
    shop.cluster()
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("ringtail-storage-profiles")
                .withNamespace(shop.cluster().namespace())
                .endMetadata()
                .withData(
                    Map.of(
                        "gold",
                        """
                        bucket: captures
                        prefix: gold
                        endpoint: http://store.store.svc:9000
                        downloadEndpoint: http://store.example.org
                        """,
                        "broken",
                        "buckt: captures"))
                .build())
        .create();
  }

  @AfterAll
  void close() {
    shop.close();
  }

  private CliRun run(String... words) {
    return shop.cluster().run(words);
  }

  @Test
  void shouldListJobsInEveryForm() throws Exception {
    assertThat(run("list").out())
        .containsPattern("NAME +PHASE +NODES +PACKETS +DROPPED +DELIVERED +LOSSLESS +AGE")
        .containsPattern("lossy-one +Completed +1/1 .* False ")
        .containsPattern("waiting-one +Pending ");
    assertThat(run("list", "-o", "wide").out()).contains("node/worker-1", "s3://captures/edge");
    assertThat(run("list", "-o", "name").out().lines())
        .containsExactly(
            "capturejob.ringtail.dev/lossy-one", "capturejob.ringtail.dev/waiting-one");
    JsonNode json = new ObjectMapper().readTree(run("list", "-o", "json").out());
    assertThat(json.at("/items/0/metadata/name").asText()).isEqualTo("lossy-one");
    assertThat(json.at("/items/0/status/phase").asText()).isEqualTo("Completed");
    assertThat(run("list", "-o", "yaml").out()).contains("name: \"lossy-one\"");
  }

  @Test
  void shouldTellTheFunnelThePointsAndWhatWasRefused() {
    assertThat(run("describe", "lossy-one").out())
        .containsPattern("target +node/worker-1")
        .containsPattern("Lossless +False +PacketsLost +node worker-1 lost 17 packets")
        .contains("node worker-1: Completed")
        .contains("eth0: captured at Tc, Ingress")
        .contains("not at XdpNative: XdpSlotBusy, program 42 is there already")
        .containsPattern("seen +1,251")
        .containsPattern("- ringFull +17")
        .containsPattern("delivered +1,234");
    assertThat(run("describe", "waiting-one").out())
        .contains("none: no operator has looked at it yet");
    assertThat(run("describe", "lossy-one", "-o", "yaml").out()).contains("kind: \"NodeCapture\"");
  }

  @Test
  void shouldNameTheClosestJob() {
    assertThat(run("describe", "losy-one").err()).contains("did you mean lossy-one?");
  }

  @Test
  void shouldStopWhatRunsAndLeaveWhatHasEnded() {
    assertThat(run("stop", "waiting-one", "lossy-one").out())
        .contains("job waiting-one ends; its data is kept", "job lossy-one has ended already");
  }

  @Test
  void shouldTakeTheStoreFromAProfile() {
    String[] capture = {
      "capture", "node/worker-1", "--yaml", "--operator-namespace", shop.cluster().namespace()
    };
    assertThat(run(with(capture, "--profile", "gold")).out())
        .contains("prefix: \"gold\"", "http://store.store.svc:9000")
        .contains("ringtail.dev/download-endpoint: \"http://store.example.org\"");
    assertThat(run(with(capture, "--profile", "gld")).err())
        .contains("there is no storage profile gld", "did you mean gold?");
    assertThat(run(with(capture, "--profile", "broken")).err())
        .contains("storage profile broken", "is broken: ", "buckt");
    assertThat(run(capture).err()).contains("where to? name a bucket with --output");
  }

  private static String[] with(String[] words, String... more) {
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }

  @Test
  void shouldCompleteWordsFromTheCluster() {
    assertThat(complete("")).contains("capture", "download", ":4");
    assertThat(complete("des")).containsExactly("describe", ":4");
    assertThat(complete("capture", ""))
        .containsExactly("pod/", "deploy/", "sts/", "ds/", "node/", ":6");
    assertThat(completeThere("capture", "node/work")).contains("node/worker-1");
    assertThat(completeThere("download", "lo")).containsExactly("lossy-one", ":4");
    assertThat(completeThere("capture", "--profile", "g")).containsExactly(":4");
    assertThat(
            completeThere(
                "capture", "--operator-namespace", shop.cluster().namespace(), "--profile", "g"))
        .containsExactly("gold", ":4");
    assertThat(completeThere("list", "-n", shop.cluster().namespace()))
        .contains(shop.cluster().namespace());
    assertThat(complete("capture", "--dir")).containsExactly("--direction", ":4");
    assertThat(complete("capture", "--direction", "E")).containsExactly("Egress", ":4");
    assertThat(complete("merge", "a")).containsExactly(":0");
  }

  private static List<String> complete(String... typed) {
    return new Completions(RingtailCommand.commandLine()).lines(List.of(typed));
  }

  /** With the flags of the cluster in front of the last word. */
  private List<String> completeThere(String... typed) {
    List<String> words = new ArrayList<>(List.of(typed));
    String[] flags = shop.cluster().with();
    words.addAll(1, List.of(flags));
    return new Completions(RingtailCommand.commandLine()).lines(words);
  }
}
