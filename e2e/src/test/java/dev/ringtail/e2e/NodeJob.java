// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.lab.S3Server;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One node's part of a job: its NodeCapture, as the operator would write it, and its agents. */
final class NodeJob implements AutoCloseable {
  static final String NODE = "node-1.example.org";

  private static final String NAMESPACE = "default";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(50);

  private final KubernetesClient client;
  private final S3Lab s3;
  private final Path folder;
  private final String uid = UUID.randomUUID().toString();
  private final String name = "job-" + uid.substring(0, 8);
  private final List<AgentProcess> agents = new ArrayList<>();

  NodeJob(KubernetesClient client, S3Lab s3, Path folder) {
    this.client = client;
    this.s3 = s3;
    this.folder = folder;
  }

  private Path readyFile() {
    return folder.resolve("ready-" + uid);
  }

  /** The job's folder in the node's spool. */
  Path spool() {
    return s3.spool().resolve(uid);
  }

  /** Whether the node's spool holds nothing of the job but what a living agent needs. */
  boolean hasNoSpool() {
    return Files.notExists(spool().resolve("job.json"));
  }

  boolean isReady() {
    return Files.exists(readyFile());
  }

  /** Starts the agent of the job, as its DaemonSet does. */
  AgentProcess startAgent() {
    AgentProcess agent = AgentProcess.start(front(), "node");
    agents.add(agent);
    return agent;
  }

  private List<String> front() {
    return List.of(
        "ip",
        "netns",
        "exec",
        s3.lab().receiver(),
        "env",
        "KUBECONFIG=" + folder.resolve("kubeconfig"),
        "RINGTAIL_NODE=" + NODE,
        "RINGTAIL_JOB_NAMESPACE=" + NAMESPACE,
        "RINGTAIL_JOB_NAME=" + name,
        "RINGTAIL_JOB_UID=" + uid,
        "RINGTAIL_SPOOL=" + s3.spool(),
        "RINGTAIL_CREDENTIALS=" + folder.resolve("secret"),
        "RINGTAIL_READY_FILE=" + readyFile());
  }

  /**
   * Creates the NodeCapture.
   *
   * @param more fields of its spec as YAML, one a line
   */
  void create(String more) {
    create(S3Server.BUCKET, more);
  }

  void create(String bucket, String more) {
    create(bucket, "{node: {interfaces: [rx0]}}", "{point: XdpNative, direction: Ingress}", more);
  }

  /**
   * Creates the NodeCapture for pods.
   *
   * @param pods as a JSON array
   */
  void createForPods(String pods, String more) {
    create(S3Server.BUCKET, "{pods: {pods: %s}}".formatted(pods), "{direction: Both}", more);
  }

  private void create(String bucket, String target, String capture, String more) {
    String text =
        """
        apiVersion: ringtail.dev/v1alpha1
        kind: NodeCapture
        metadata:
          name: %1$s
          namespace: %2$s
          labels: {ringtail.dev/job-uid: %3$s}
        spec:
          jobRef: {name: %1$s, uid: %3$s}
          nodeName: %4$s
          target: %9$s
          capture: %10$s
          placement: {policy: Observe}
          buffer: {memory: 32Mi, spool: 128Mi}
          output:
            s3:
              bucket: %5$s
              prefix: %6$s
              endpoint: %7$s
              forcePathStyle: true
              credentialsSecretRef: {name: any}
            segment: {size: 8Mi, interval: 1s}
        %8$s
        """
            .formatted(
                name,
                NAMESPACE,
                uid,
                NODE,
                bucket,
                S3Lab.PREFIX,
                s3.proxy().endpoint(),
                more.indent(2).stripTrailing(),
                target,
                capture);
    client.resource(text).create();
  }

  /** Changes its spec, as the operator does. */
  void change(String specJson) {
    resource().patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":" + specJson + "}");
  }

  void delete() {
    resource().delete();
  }

  private Resource<NodeCapture> resource() {
    return client.resources(NodeCapture.class).inNamespace(NAMESPACE).withName(name);
  }

  NodeCaptureStatus status() {
    NodeCapture capture = resource().get();
    return capture == null ? null : capture.getStatus();
  }

  /** Waits until something is so; when it does not become so, tells what the agents have said. */
  void until(String what, Callable<Boolean> condition) {
    try {
      Awaitility.await(what).atMost(PATIENCE).pollInterval(LOOK).until(condition);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          what
              + ": never; the agents said: "
              + agents.stream().map(AgentProcess::errors).toList()
              + "; the status is "
              + status(),
          e);
    }
  }

  /** Waits until the agent has reported what is waited for. */
  NodeCaptureStatus await(String what, Predicate<NodeCaptureStatus> condition) {
    until(what, () -> status() != null && condition.test(status()));
    return status();
  }

  NodeCaptureStatus await(Phase phase) {
    return await("phase " + phase, status -> phase == status.phase() || fails(phase, status));
  }

  private static boolean fails(Phase awaited, NodeCaptureStatus status) {
    assertThat(status.phase().isFinal() && status.phase() != awaited)
        .as("%s instead of %s: %s", status.phase(), awaited, status.lastError())
        .isFalse();
    return false;
  }

  static Condition condition(NodeCaptureStatus status, String type) {
    return status.conditions().stream()
        .filter(condition -> condition.getType().equals(type))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    agents.forEach(AgentProcess::close);
    resource().delete();
  }
}
