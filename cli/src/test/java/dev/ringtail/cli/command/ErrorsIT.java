// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.cli.testing.CliRun;
import dev.ringtail.cli.testing.PlayedCluster;
import dev.ringtail.cli.testing.PlayedJob;
import dev.ringtail.cli.testing.Shop;
import dev.ringtail.crds.testing.TestApiServer;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each command says when the cluster, or the user, is not as it needs them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorsIT {
  private static final Map<String, String> LABELS = Map.of("app", "web");

  private static final LabelSelector SELECTOR =
      new LabelSelectorBuilder().withMatchLabels(LABELS).build();

  private static final AtomicInteger NUMBER = new AtomicInteger();

  @TempDir static Path folder;

  private Shop shop;
  private PlayedCluster cluster;

  @BeforeAll
  void start() throws Exception {
    shop = new Shop(folder);
    cluster = shop.cluster();
    cluster.node("worker-1");
    cluster
        .client()
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName("checkout-1")
                .endMetadata()
                .withSpec(template().getSpec())
                .build())
        .inNamespace(cluster.namespace())
        .create();
    for (HasMetadata owner : List.of(deployment(), statefulSet(), daemonSet())) {
      cluster.client().resource(owner).inNamespace(cluster.namespace()).create();
    }
  }

  @AfterAll
  void stop() {
    shop.close();
  }

  private static Deployment deployment() {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName("checkout")
        .endMetadata()
        .withNewSpec()
        .withSelector(SELECTOR)
        .withTemplate(template())
        .endSpec()
        .build();
  }

  private static StatefulSet statefulSet() {
    return new StatefulSetBuilder()
        .withNewMetadata()
        .withName("basket")
        .endMetadata()
        .withNewSpec()
        .withSelector(SELECTOR)
        .withTemplate(template())
        .endSpec()
        .build();
  }

  private static DaemonSet daemonSet() {
    return new DaemonSetBuilder()
        .withNewMetadata()
        .withName("proxy")
        .endMetadata()
        .withNewSpec()
        .withSelector(SELECTOR)
        .withTemplate(template())
        .endSpec()
        .build();
  }

  private static PodTemplateSpec template() {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(LABELS)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .withImage("web")
        .endContainer()
        .endSpec()
        .build();
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

  /** The same cluster, and a user who logs in otherwise. */
  private static Path withUser(String name, String line) throws Exception {
    return Files.writeString(folder.resolve(name), PlayedCluster.withUser(line));
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
    CliRun run = run(withUser("expired", "token: an-old-token"), words(command));

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out() + run.err()).contains("does not accept your login: it has expired");
  }

  @Test
  void shouldSayThatTheLoginHasExpiredWhereAProgramMakesIt() throws Exception {
    String program =
        "exec: {apiVersion: client.authentication.k8s.io/v1, command: 'false', interactiveMode: Never}";

    CliRun run = run(withUser("program", program), "list");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err()).contains("does not accept your login: it has expired");
  }

  @ParameterizedTest
  @CsvSource({
    "list, '', list capturejobs.ringtail.dev",
    "describe, '', get capturejobs.ringtail.dev",
    "download, '', get capturejobs.ringtail.dev",
    "stop, '', get capturejobs.ringtail.dev",
    "verify, '', get capturejobs.ringtail.dev",
    "describe, get capturejobs.ringtail.dev, list nodecaptures.ringtail.dev",
    "download, get capturejobs.ringtail.dev, list nodecaptures.ringtail.dev",
    "verify, get capturejobs.ringtail.dev, list nodecaptures.ringtail.dev",
    "stop, get capturejobs.ringtail.dev, patch capturejobs.ringtail.dev",
    "capture pod/checkout-1, '', get pods",
    "capture deploy/checkout, '', get deployments.apps",
    "capture pod/checkout-1, get pods, create capturejobs.ringtail.dev",
    "capture deploy/checkout, get deployments.apps, create capturejobs.ringtail.dev",
    "capture node/worker-1, '', create capturejobs.ringtail.dev",
    "capture pod/checkout-1 --dry-run=server, get pods, create capturejobs.ringtail.dev"
  })
  void shouldNameTheRightThatIsMissing(String words, String granted, String missing)
      throws Exception {
    int number = NUMBER.incrementAndGet();
    List<String> all = new ArrayList<>(List.of(words.split(" ")));
    if (words.startsWith("capture")) {
      all.addAll(List.of("--name", "unmade", "--output", "s3://captures"));
    } else if (!words.equals("list")) {
      PlayedJob job = shop.job("seen-" + number, "worker-1");
      job.phase(words.equals("download") ? Phase.COMPLETED : Phase.CAPTURING, 1, List.of());
      all.add("seen-" + number);
    }
    String account = "poor-" + number;
    Path kubeconfig =
        granted.isEmpty()
            ? cluster.kubeconfigOf(folder, account)
            : cluster.kubeconfigOf(folder, account, granted);

    CliRun run = run(kubeconfig, all.toArray(String[]::new));

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err())
        .contains(
            "you (system:serviceaccount:%s:%s) have no right to %s in namespace %s; ask whoever runs the cluster for it (kubectl auth can-i %s -n %s)"
                .formatted(
                    cluster.namespace(),
                    account,
                    missing,
                    cluster.namespace(),
                    missing,
                    cluster.namespace()));
    assertThat(run.out()).isEmpty();
  }

  @Test
  void shouldNameTheRightsThatTheDoctorMisses() throws Exception {
    Path reader = cluster.kubeconfigOfReader(folder);

    CliRun run = run(reader, "doctor");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out())
        .contains(
            "BAD  your rights: in namespace %s you may not create capturejobs, patch capturejobs; the chart's cluster role ringtail-edit gives it"
                .formatted(cluster.namespace()));
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

  @ParameterizedTest
  @CsvSource({
    "pod/chekout-1, pod/chekout-1, checkout-1",
    "po/chekout-1, pod/chekout-1, checkout-1",
    "deploy/chekout, deployment/chekout, checkout",
    "sts/baskt, statefulset/baskt, basket",
    "ds/proxi, daemonset/proxi, proxy"
  })
  void shouldNameTheClosestTarget(String written, String missing, String closest) {
    CliRun run = cluster.run("capture", written, "--output", "s3://captures");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err())
        .startsWith(
            "ringtail: there is no %s in namespace %s; did you mean %s?"
                .formatted(missing, cluster.namespace(), closest));
  }

  @Test
  void shouldNameTheClosestNode() {
    CliRun run = cluster.run("capture", "node/worker-11", "--output", "s3://captures");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err())
        .startsWith("ringtail: there is no node/worker-11; did you mean worker-1?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"describe", "download", "stop", "verify"})
  void shouldNameTheClosestJob(String command) {
    String job = "checkout-" + NUMBER.incrementAndGet();
    shop.job(job, "worker-1");

    CliRun run = cluster.run(command, job.replace("checkout", "chekout"));

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err())
        .startsWith("ringtail: there is no job chekout-")
        .contains("did you mean " + job + "?");
  }

  @ParameterizedTest
  @CsvSource({
    "--chain, eth/ipv5, 'eth/ipv5\n      ^', did you mean",
    "--pcap, tcp prt 8080, 'tcp prt 8080\n      ^', names work for ports and protocols only",
    "--pcap, tcp port, 'tcp port\n  ^', 'libpcap says: '"
  })
  void shouldPointAtThePlaceInTheFilter(String flag, String text, String place, String why) {
    CliRun capture =
        cluster.run("capture", "pod/checkout-1", flag, text, "--output", "s3://captures");
    List<String> explain = new ArrayList<>(List.of("filter", "explain", text));
    List<String> test = new ArrayList<>(List.of("filter", "test", text, "any.pcapng"));
    if (flag.equals("--pcap")) {
      explain.add(flag);
      test.add(flag);
    }

    for (CliRun run :
        List.of(
            capture,
            CliRun.of(explain.toArray(String[]::new)),
            CliRun.of(test.toArray(String[]::new)))) {
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).contains(place, why);
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
