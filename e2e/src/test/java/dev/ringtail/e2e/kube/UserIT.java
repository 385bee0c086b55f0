// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ringtail.e2e.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What users of one namespace may do there, tried by kubectl: alice has every right in it, bob may
 * write jobs only. Each refusal says which right is missing.
 */
class UserIT extends KindSuite {
  private static final String ALICE = "--as=alice";
  private static final String BOB = "--as=bob";
  private static final String NO_NODES =
      "needs the right to create nodes/capture in the group ringtail.dev for the whole cluster";
  private static final int PORT = 47401;
  private static final JsonNode EVERYTHING =
      Kubectl.parse(
          """
          {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "everything"},
           "rules": [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]}
          """);

  @BeforeEach
  void usersHaveTheirRights() {
    Kubectl.apply(namespace.name(), EVERYTHING);
    namespace.kubectl("create", "rolebinding", "alice", "--role=everything", "--user=alice");
    namespace.kubectl(
        "create", "rolebinding", "bob", "--clusterrole=" + Helm.RELEASE + "-edit", "--user=bob");
    namespace.kubectl(
        "create",
        "rolebinding",
        "bob-sees",
        "--clusterrole=" + Helm.RELEASE + "-view",
        "--user=bob");
  }

  @Test
  void shouldLetAUserOfANamespaceCaptureItsPods() {
    Job job = namespace.apply(Jobs.onPods("absent", PORT), ALICE);

    job.until(
        "waits for pods",
        status ->
            Job.condition(status, "AgentsReady").path("reason").asText().equals("WaitingForPods"));
  }

  @Test
  void shouldSayWhichRightIsMissing() {
    JobDocument nodes = Jobs.onNode(Node.workers().getFirst(), PORT);
    JobDocument pods = Jobs.onPods("absent", PORT);

    assertThat(namespace.refusal(nodes, ALICE)).contains("target.nodes " + NO_NODES);
    assertThat(namespace.refusal(pods, BOB))
        .contains(
            "output.s3.credentialsSecretRef needs the right to get Secret s3 in namespace "
                + namespace.name());
    assertThat(namespace.refusal(pods.with("output.s3.caBundleSecretRef.name", "ca"), BOB))
        .contains("needs the right to get Secret");
  }

  @Test
  void shouldKeepTheNodesIdentityForThoseWhomTheValuesName() {
    Job job =
        namespace.apply(
            Jobs.onPods("absent", PORT).without("output.s3.credentialsSecretRef"), ALICE);

    JsonNode status =
        job.until(
            "refused",
            now -> Job.condition(now, "Accepted").path("status").asText().equals("False"));

    assertThat(Job.condition(status, "Accepted").path("reason").asText())
        .isEqualTo("AmbientRefused");
    assertThat(Job.condition(status, "Accepted").path("message").asText())
        .contains(namespace.name())
        .contains(Store.BUCKET);
  }

  @Test
  void shouldKeepPlansAndResultsForOperatorAndAgents(@TempDir Path folder) throws IOException {
    List<Node> nodes = Node.workers();
    Job job = namespace.apply(Jobs.onNodes(nodes, PORT));
    job.awaitCapturing(2);
    Map<String, String> parts = job.partsByNode();
    String own = parts.get(nodes.get(0).name());
    String other = parts.get(nodes.get(1).name());

    assertThat(
            namespace.refused(
                ALICE,
                "patch",
                "nodecapture",
                own,
                "--type=merge",
                "-p",
                "{\"spec\":{\"stop\":true}}"))
        .contains("only Ringtail's operator")
        .contains("may write nodecaptures; create or change a CaptureJob instead");
    ObjectNode copy = (ObjectNode) namespace.get("nodecapture", own);
    copy.putObject("metadata").put("name", "forged");
    assertThat(Kubectl.apply(namespace.name(), copy, ALICE).output())
        .contains("may write nodecaptures; create or change a CaptureJob instead");
    assertThat(
            namespace.refused(
                ALICE,
                "patch",
                "capturejob",
                job.name(),
                "--type=merge",
                "-p",
                "{\"spec\":{\"filter\":null}}"))
        .contains(NO_NODES);

    String token = tokenOfTheAgentOn(nodes.get(0));
    assertThat(report(own, token, folder)).startsWith("200");
    assertThat(report(other, token, folder))
        .startsWith("4")
        .contains("only the agent on node %s may write this status".formatted(nodes.get(1).name()));
  }

  private static String tokenOfTheAgentOn(Node node) {
    String pod =
        Kubectl.ok(
                "-n",
                Helm.NAMESPACE,
                "get",
                "pods",
                "-l",
                "app.kubernetes.io/name=ringtail-agent",
                "--field-selector",
                "spec.nodeName=" + node.name(),
                "-o",
                "jsonpath={.items[0].metadata.name}")
            .strip();
    return Kubectl.ok(
            "-n",
            Helm.NAMESPACE,
            "create",
            "token",
            Helm.RELEASE + "-agent",
            "--bound-object-kind=Pod",
            "--bound-object-name=" + pod)
        .strip();
  }

  /** Writes a status with an agent's token as an agent does; answers the code and the body. */
  private String report(String part, String token, Path folder) throws IOException {
    String cluster = "jsonpath={.clusters[0].cluster.";
    Path certificates = folder.resolve("ca.crt");
    Files.write(
        certificates,
        Base64.getDecoder()
            .decode(
                Kubectl.ok("config", "view", "--raw", "-o", cluster + "certificate-authority-data}")
                    .strip()));
    Path answer = folder.resolve("answer");
    String code =
        Command.ok(
            "curl",
            "-sS",
            "--cacert",
            certificates.toString(),
            "-o",
            answer.toString(),
            "-w",
            "%{http_code}",
            "-X",
            "PATCH",
            "-H",
            "Authorization: Bearer " + token,
            "-H",
            "Content-Type: application/merge-patch+json",
            "-d",
            "{\"status\":{\"lastError\":\"written by a test\"}}",
            Kubectl.ok("config", "view", "-o", cluster + "server}").strip()
                + "/apis/ringtail.dev/v1alpha1/namespaces/%s/nodecaptures/%s/status"
                    .formatted(namespace.name(), part));
    return code + " " + Files.readString(answer);
  }
}
