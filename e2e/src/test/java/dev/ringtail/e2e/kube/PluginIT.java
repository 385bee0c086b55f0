// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.e2e.Command;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kubectl ringtail} on a cluster, with everything real. */
class PluginIT extends KindSuite {
  private static final Pattern RESULT =
      Pattern.compile(
          "x\\.pcapng: ([\\d,]+) packets from 2 nodes, .* [KM]iB; no packet was lost\n");

  /** Of ten seconds at nearly twenty requests a second, much less, for machines that are busy. */
  private static final int LEAST_REQUESTS = 20;

  private static final int LONGEST_HOST_NAME = 63;

  private static final BigDecimal LEAST_SECONDS = new BigDecimal("8");

  @TempDir Path folder;

  private Plugin.Said plugin(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-n", namespace.name()));
    return Plugin.run(folder, all.toArray(String[]::new));
  }

  private Plugin.Said capture(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("capture"));
    all.addAll(List.of(words));
    all.addAll(List.of("--output", "s3://" + Store.BUCKET, "--s3-endpoint", Store.ENDPOINT));
    all.addAll(List.of("--s3-path-style", "--credentials-secret", "s3"));
    all.addAll(List.of("--download-endpoint", Store.outside().toString()));
    return plugin(all.toArray(String[]::new));
  }

  @Test
  void shouldMakeOneFileOfWhatTheTwoPodsOfADeploymentSaw() throws Exception {
    List<AppPod> pods = EchoApp.start(namespace).pods();
    AppPod client = AppPod.start(namespace, "client", "client", pods.get(0).node()).running();
    EchoApp.talk(client, "outside", pods.get(0), pods.get(1));
    EchoApp.talk(pods.get(0), "between", pods.get(1));

    Plugin.Said said =
        capture("deploy/echo", "--pcap", "tcp port 8080", "--duration", "10s", "-o", "x.pcapng");

    assertThat(said.exitCode()).as(said.err()).isZero();
    assertThat(said.out()).matches(RESULT);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("x.pcapng"));
    }
    String packets = packetsOf(said);
    requireRequests(pods);
    requireOrder(packets);
    requireNames(pods, client);
    String job = namespace.get("capturejobs").at("/items/0/metadata/name").asText();
    tellsOfTheJob(job, packets, pods);
  }

  private static String packetsOf(Plugin.Said said) {
    Matcher result = RESULT.matcher(said.out());
    assertThat(result.matches()).isTrue();
    return result.group(1);
  }

  /**
   * Each request is there once for every captured pod that it passed: that of the client where it
   * arrived, that between the pods where it left and where it arrived.
   */
  private void requireRequests(List<AppPod> pods) {
    List<Request> requests = Request.in(folder.resolve("x.pcapng"));
    assertThat(requests).doesNotHaveDuplicates();
    for (AppPod pod : pods) {
      for (String word : List.of("outside", "between")) {
        List<Integer> numbers =
            requests.stream()
                .filter(one -> one.where().equals(place(pod)) && one.word().equals(word))
                .map(Request::number)
                .distinct()
                .toList();
        assertThat(numbers)
            .as("%s at %s", word, place(pod))
            .hasSizeGreaterThan(LEAST_REQUESTS)
            .isEqualTo(
                IntStream.rangeClosed(numbers.getFirst(), numbers.getLast()).boxed().toList());
      }
    }
  }

  private String place(AppPod pod) {
    return namespace.name() + "/" + pod.interfaceNamed("eth0");
  }

  private void requireOrder(String packets) {
    List<BigDecimal> times = fields("-n", "frame.time_epoch").map(BigDecimal::new).toList();
    assertThat(times).isSorted().hasSize(Integer.parseInt(packets.replace(",", "")));
    assertThat(times.getLast().subtract(times.getFirst())).isGreaterThan(LEAST_SECONDS);
    assertThat(Command.ok("capinfos", "-o", folder.resolve("x.pcapng").toString()))
        .containsPattern("Strict time order: +True");
  }

  private void requireNames(List<AppPod> pods, AppPod client) {
    assertThat(fields("-n", "frame.interface_name").distinct())
        .containsExactlyInAnyOrder(place(pods.get(0)), place(pods.get(1)));
    assertThat(fields("-n", "frame.interface_description").distinct().sorted().toList())
        .hasSize(2)
        .anyMatch(text -> text.startsWith(description(pods.get(0))))
        .anyMatch(text -> text.startsWith(description(pods.get(1))));
    assertThat(fields("-Nn", "ip.src_host").distinct())
        .contains(hostName(pods.get(0)), hostName(pods.get(1)), hostName(client));
  }

  private String description(AppPod pod) {
    return "eth0 of pod %s, namespace %s, on node %s"
        .formatted(pod.name(), namespace.name(), pod.node().name());
  }

  /** Wireshark shows no more of it. */
  private String hostName(AppPod pod) {
    String whole = pod.name() + "." + namespace.name();
    return whole.substring(0, Math.min(whole.length(), LONGEST_HOST_NAME));
  }

  private Stream<String> fields(String names, String field) {
    return Command.ok(
            "tshark",
            names,
            "-r",
            folder.resolve("x.pcapng").toString(),
            "-T",
            "fields",
            "-e",
            field)
        .lines()
        .filter(line -> !line.startsWith("Running as user"));
  }

  private void tellsOfTheJob(String job, String packets, List<AppPod> pods) throws Exception {
    Plugin.Said list = plugin("list");
    assertThat(list.exitCode()).isZero();
    assertThat(list.out())
        .containsPattern(job + " +Completed +2/2 +" + packets + " +0 +.*iB +True ");

    Plugin.Said described = plugin("describe", job);
    assertThat(described.exitCode()).isZero();
    assertThat(described.out())
        .containsPattern("filter +.*tcp port 8080")
        .containsPattern(
            "packets +.*" + packets + " captured, 0 dropped, " + packets + " delivered")
        .containsPattern("Lossless +True");
    for (AppPod pod : pods) {
      assertThat(described.out())
          .contains("node %s: Completed".formatted(pod.node().name()))
          .contains("%s: captured at Tc, Both".formatted(pod.interfaceNamed("eth0")));
    }

    Plugin.Said verified = plugin("verify", job);
    assertThat(verified.exitCode()).as(verified.err()).isZero();
    assertThat(verified.out())
        .matches(
            Pattern.compile(
                "job %s: (\\d+) of \\1 objects are as their manifests say, %s packets, .*iB\n"
                    .formatted(job, packets)));
  }

  @Test
  void shouldFindEverythingWellOnAClusterThatIs() throws Exception {
    Plugin.Said said = plugin("doctor");

    assertThat(said.exitCode()).as(said.out()).isZero();
    assertThat(said.out())
        .containsPattern("ok   cluster: https://\\S+, Kubernetes v1\\.")
        .contains("ok   definitions: ")
        .contains("ok   your rights: you may capture pods of namespace " + namespace.name())
        .contains("ok   operator: ringtail-system/ringtail-operator, 1 ready")
        .contains("ok   webhook: it compiles filters when a job is made")
        .contains("ok   agents' rights: ");
  }

  @Test
  void shouldSayWhichRightIsMissing() throws Exception {
    EchoApp.start(namespace);
    String reader = kubeconfigOf("reader", "view");
    String writer = kubeconfigOf("writer", "view", Helm.RELEASE + "-edit");
    String node = "node/" + Node.workers().getFirst().name();

    Plugin.Said make = capture("deploy/echo", "--kubeconfig", reader);
    Plugin.Said secret = capture("deploy/echo", "--kubeconfig", writer);
    Plugin.Said nodes = capture(node, "--kubeconfig", writer);

    assertThat(make.err())
        .contains(
            "you (system:serviceaccount:%s:reader) have no right to create capturejobs.ringtail.dev in namespace %s"
                .formatted(namespace.name(), namespace.name()));
    assertThat(secret.err())
        .contains("needs the right to get Secret s3 in namespace " + namespace.name());
    assertThat(nodes.err())
        .contains("target.nodes needs the right to create nodes/capture in the group ringtail.dev");
    assertThat(List.of(make, secret, nodes)).extracting(Plugin.Said::exitCode).containsOnly(3);
    assertThat(namespace.get("capturejobs").path("items")).isEmpty();
    try (var files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".pcapng"));
    }
  }

  /** The cluster's kubeconfig with a service account of the namespace as its user. */
  private String kubeconfigOf(String account, String... roles) throws Exception {
    namespace.kubectl("create", "serviceaccount", account);
    for (String role : roles) {
      namespace.kubectl(
          "create",
          "rolebinding",
          account + "-" + role,
          "--clusterrole=" + role,
          "--serviceaccount=" + namespace.name() + ":" + account);
    }
    String token = namespace.kubectl("create", "token", account).strip();
    String file = folder.resolve(account + ".kubeconfig").toString();
    Files.writeString(
        Path.of(file), Kubectl.ok("config", "view", "--raw", "--minify", "--flatten"));
    Kubectl.ok("--kubeconfig", file, "config", "set-credentials", account, "--token=" + token);
    Kubectl.ok("--kubeconfig", file, "config", "set-context", "--current", "--user=" + account);
    return file;
  }
}
