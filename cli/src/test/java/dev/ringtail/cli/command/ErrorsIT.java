// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.cli.testing.CliRun;
import dev.ringtail.cli.testing.PlayedCluster;
import dev.ringtail.crds.testing.TestApiServer;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each command says when the cluster, or the user, is not as it needs them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorsIT {
  @TempDir static Path folder;

  private PlayedCluster cluster;

  @BeforeAll
  void start() throws Exception {
    cluster = new PlayedCluster(folder);
    cluster
        .client()
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withName("default")
                .withNamespace(cluster.namespace())
                .endMetadata()
                .build())
        .serverSideApply();
    cluster
        .client()
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName("checkout-1")
                .withNamespace(cluster.namespace())
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("web")
                .withImage("web")
                .endContainer()
                .endSpec()
                .build())
        .create();
  }

  /** Commands that talk to the cluster. */
  private static String[] words(String command) {
    return switch (command) {
      case "capture" ->
          new String[] {"capture", "pod/checkout-1", "--output", "s3://captures", "--no-download"};
      case "list", "doctor" -> new String[] {command};
      default -> new String[] {command, "some-job"};
    };
  }

  private CliRun run(Path kubeconfig, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--kubeconfig", kubeconfig.toString(), "-n", cluster.namespace()));
    return CliRun.of(all.toArray(String[]::new));
  }

  private static Path edited(String name, String pattern, String replacement) throws Exception {
    Path file = folder.resolve(name);
    Files.writeString(
        file, Pattern.compile(pattern).matcher(TestApiServer.kubeconfig()).replaceAll(replacement));
    return file;
  }

  /** The same cluster, and another user. */
  private static Path withToken(String name, String token) throws Exception {
    return Files.writeString(folder.resolve(name), PlayedCluster.withToken(token));
  }

  @ParameterizedTest
  @ValueSource(strings = {"capture", "list", "describe", "download", "stop", "verify", "doctor"})
  void shouldSayThatNoClusterAnswers(String command) throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    Path nowhere = edited("nowhere", "server: \\S+", "server: https://127.0.0.1:" + closed);

    CliRun run = run(nowhere, words(command));

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out() + run.err())
        .contains("no cluster answers at https://127.0.0.1:" + closed, "--context");
  }

  @ParameterizedTest
  @ValueSource(strings = {"capture", "list", "describe", "download", "stop", "verify", "doctor"})
  void shouldSayThatTheLoginHasExpired(String command) throws Exception {
    CliRun run = run(withToken("expired", "an-old-token"), words(command));

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out() + run.err()).contains("does not accept your login: it has expired");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "describe", "download", "stop", "verify"})
  void shouldNameTheRightThatIsMissing(String command) throws Exception {
    Path poor = cluster.kubeconfigOf(folder, "default");

    CliRun run = run(poor, words(command));

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err())
        .contains(
            "you (system:serviceaccount:%s:default) have no right to %s capturejobs.ringtail.dev in namespace %s"
                .formatted(
                    cluster.namespace(),
                    command.equals("list") ? "list" : "get",
                    cluster.namespace()));
  }

  @Test
  void shouldSayThatRingtailIsNotInstalled() {
    TestApiServer.withoutCrds(
        () -> {
          for (String command :
              List.of("capture", "list", "describe", "download", "stop", "verify", "doctor")) {
            CliRun run = cluster.run(words(command));

            assertThat(run.code()).as(command).isEqualTo(3);
            assertThat(run.out() + run.err())
                .as(command)
                .contains("Ringtail is not installed there; helm install ringtail");
          }
        });
  }

  @Test
  void shouldNameTheClosestPod() {
    CliRun run = cluster.run("capture", "pod/chekout-1", "--output", "s3://captures");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err())
        .startsWith(
            "ringtail: there is no pod/chekout-1 in namespace %s; did you mean checkout-1?"
                .formatted(cluster.namespace()));
  }

  @Test
  void shouldPointAtThePlaceInTheFilter() {
    CliRun capture =
        cluster.run(
            "capture", "pod/checkout-1", "--chain", "eth/ipv5", "--output", "s3://captures");
    CliRun explain = CliRun.of("filter", "explain", "eth/ipv5");

    for (CliRun run : List.of(capture, explain)) {
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).contains("eth/ipv5\n      ^", "did you mean");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "capture;whose packets?",
        "capture web;names no target",
        "capture job/web;what can be captured is",
        "capture pod/checkout-1 node/a;one job captures one kind of target",
        "capture pod/checkout-1 -l app=web;not both",
        "capture pod/checkout-1 -i eth0;-i names interfaces of nodes",
        "capture -l a==b=c;is no label selector",
        "capture pod/checkout-1 --duration 10;is not a span of time",
        "capture pod/checkout-1 --output here;is no bucket",
        "capture pod/checkout-1 --profile gold;there is no storage profile gold",
        "capture pod/checkout-1 --packets 0 --output s3://captures;spec.limits.packetsPerNode",
        "list --context elsewhere;there is no context elsewhere",
        "lst;Did you mean"
      })
  void shouldSayWhatIsWrongWithTheWords(String words) {
    String[] parts = words.split(";", 2);
    String[] command = parts[0].split(" ");
    if (command[0].equals("capture")
        && !parts[0].contains("--output")
        && !parts[0].contains("--profile")) {
      command = (parts[0] + " --output s3://captures").split(" ");
    }

    CliRun run = command[0].equals("lst") ? CliRun.of(command) : cluster.run(command);

    assertThat(run.err()).contains(parts[1]);
    assertThat(run.code()).isEqualTo(2);
  }
}
