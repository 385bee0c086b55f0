// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.crds.testing.TestApiServer;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.OperatorSettings;
import dev.ringtail.operator.RingtailOperator;
import dev.ringtail.operator.model.AgentTemplate;
import dev.ringtail.operator.model.AmbientRule;
import dev.ringtail.operator.model.Deadlines;
import dev.ringtail.operator.model.JobNames;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A namespace of its own for a test's jobs on the API server that all tests share, the operator,
 * and what a cluster would have: nodes, Secrets, the operator's Deployment.
 */
public final class Cluster implements AutoCloseable {
  /** Deadlines short enough for tests. */
  public static final Deadlines SHORT =
      new Deadlines(
          Duration.ofSeconds(3),
          Duration.ofSeconds(8),
          Duration.ofSeconds(12),
          Duration.ofSeconds(6),
          Duration.ofSeconds(4));

  /** What the operator does at once takes no longer than this, also on a busy machine. */
  public static final Duration SOON = Duration.ofSeconds(15);

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final KubernetesClient client = TestApiServer.client();
  private final int number = COUNT.incrementAndGet();
  private final List<Resource<?>> made = new ArrayList<>();
  private final Vertx vertx = Vertx.vertx();
  private final Set<String> lostLeads = ConcurrentHashMap.newKeySet();
  private Deadlines deadlines = SHORT;
  private RingtailOperator operator;

  /** Makes the namespaces and the Deployment; the operator is not running yet. */
  public Cluster() {
    for (String name : List.of(namespace(), system())) {
      make(
          client.resource(
              new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build()));
    }
    make(
        client.resource(
            new DeploymentBuilder()
                .withNewMetadata()
                .withName("ringtail-operator")
                .withNamespace(system())
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .addToMatchLabels("app", "operator")
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", "operator")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("operator")
                .withImage("ringtail-operator")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build()));
    secret("s3", Map.of("AWS_ACCESS_KEY_ID", "key\n", "AWS_SECRET_ACCESS_KEY", " secret\n"));
  }

  /** The client with every right. */
  public KubernetesClient client() {
    return client;
  }

  /** The namespace of the test's jobs. */
  public String namespace() {
    return "shop-" + number;
  }

  /** The operator's namespace. */
  public String system() {
    return "ringtail-system-" + number;
  }

  /** The operator's settings. */
  public OperatorSettings settings(String pod) {
    return new OperatorSettings(
        system(),
        pod,
        "ringtail-operator",
        new AgentTemplate(
            "ringtail-agent:test",
            "IfNotPresent",
            "ringtail-agent",
            "/var/lib/ringtail",
            AgentTemplate.Values.NONE),
        2,
        new AmbientRule(List.of(new AmbientRule.Entry(namespace(), List.of("own")))),
        0,
        0,
        Optional.empty());
  }

  /** Has operators that are made from now on wait for other times than {@link #SHORT}. */
  public void useDeadlines(Deadlines others) {
    deadlines = others;
  }

  /** Starts the operator. */
  public void startOperator() {
    operator = operator("operator-0", client);
    operator.start();
  }

  /** A replica of the operator that is not started yet. */
  public RingtailOperator operator(String pod, KubernetesClient rights) {
    return new RingtailOperator(
        vertx, rights, settings(pod), deadlines, Clock.systemUTC(), () -> lostLeads.add(pod));
  }

  /** The replica that {@link #startOperator} has started. */
  public RingtailOperator running() {
    return operator;
  }

  /** The replicas that would have ended because they lost the lead. */
  public Set<String> lostLeads() {
    return lostLeads;
  }

  /** Stops the operator as a SIGTERM does. */
  public void stopOperator() {
    if (operator != null) {
      operator.close();
      operator = null;
    }
  }

  /** Makes a node whose name no other test has; returns the name. */
  public String node(String name, Map<String, String> labels) {
    String own = "%s.n%d.example".formatted(name, number);
    make(
        client.resource(
            new NodeBuilder()
                .withNewMetadata()
                .withName(own)
                .withLabels(labels)
                .endMetadata()
                .build()));
    return own;
  }

  /** Makes or changes a Secret in the jobs' namespace. */
  public void secret(String name, Map<String, String> values) {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace())
                .endMetadata()
                .withStringData(values)
                .build())
        .serverSideApply();
  }

  /** Applies a job; {@code spec} is YAML, to which an output is added where it has none. */
  public CaptureJob apply(String name, String spec) {
    String output =
        spec.contains("output:")
            ? ""
            : "  output: {s3: {bucket: captures, credentialsSecretRef: {name: s3}}}\n";
    String yaml =
        "apiVersion: ringtail.dev/v1alpha1\nkind: CaptureJob\nmetadata: {name: %s, namespace: %s}\nspec:\n%s%s"
            .formatted(name, namespace(), spec.indent(2), output);
    return client
        .resource(client.getKubernetesSerialization().unmarshal(yaml, CaptureJob.class))
        .create();
  }

  /** The job as it is now, or null. */
  public CaptureJob job(String name) {
    return client.resources(CaptureJob.class).inNamespace(namespace()).withName(name).get();
  }

  /** Waits for the phase, at most {@link #SOON}. */
  public void awaitPhase(String job, Phase phase) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(job(job).getStatus())
                    .isNotNull()
                    .extracting(CaptureJobStatus::phase)
                    .isEqualTo(phase));
  }

  /** Waits for as many plans, at most {@link #SOON}. */
  public List<NodeCapture> awaitPlans(CaptureJob job, int number) {
    await().atMost(SOON).until(() -> plans(job).size() == number);
    return plans(job);
  }

  /** Waits until the condition has the reason, at most {@link #SOON}; returns its message. */
  public String awaitReason(String job, ConditionType type, String reason) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(job(job).getStatus())
                    .isNotNull()
                    .satisfies(
                        status -> assertThat(condition(job, type).getReason()).isEqualTo(reason)));
    return condition(job, type).getMessage();
  }

  /** A condition of the job. */
  public Condition condition(String job, ConditionType type) {
    return job(job).getStatus().conditions().stream()
        .filter(condition -> condition.getType().equals(type.text()))
        .findFirst()
        .orElseThrow();
  }

  /** Changes a job by a JSON merge patch. */
  public void patch(String job, String change) {
    client.resource(job(job)).patch(PatchContext.of(PatchType.JSON_MERGE), change);
  }

  /** The plans of a job, in the order of their nodes. */
  public List<NodeCapture> plans(CaptureJob job) {
    return client
        .resources(NodeCapture.class)
        .inNamespace(namespace())
        .withLabel(JobNames.JOB_UID_LABEL, job.getMetadata().getUid())
        .list()
        .getItems()
        .stream()
        .sorted(Comparator.comparing(plan -> plan.getSpec().nodeName()))
        .toList();
  }

  /** The job's DaemonSet, if it is there. */
  public Optional<DaemonSet> daemonSet(CaptureJob job) {
    return Optional.ofNullable(
        client.apps().daemonSets().inNamespace(system()).withName(JobNames.daemonSet(job)).get());
  }

  /** A value of a Secret in the operator's namespace, if both are there. */
  public Optional<String> copied(String secret, String key) {
    return Optional.ofNullable(client.secrets().inNamespace(system()).withName(secret).get())
        .map(found -> found.getData().get(key))
        .map(value -> new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8));
  }

  /** The reasons of the Events about the job, oldest first, without repetitions. */
  public List<String> story(CaptureJob job) {
    return client.v1().events().inNamespace(namespace()).list().getItems().stream()
        .filter(event -> job.getMetadata().getUid().equals(event.getInvolvedObject().getUid()))
        .sorted(
            Comparator.comparing(event -> Long.parseLong(event.getMetadata().getResourceVersion())))
        .map(Event::getReason)
        .toList();
  }

  private void make(Resource<?> resource) {
    resource.serverSideApply();
    made.add(resource);
  }

  /** Removes the jobs, whatever they wait for, and everything else. */
  @Override
  public void close() {
    stopOperator();
    for (CaptureJob job :
        client.resources(CaptureJob.class).inNamespace(namespace()).list().getItems()) {
      client
          .resource(job)
          .edit(
              found -> {
                found.getMetadata().setFinalizers(List.of());
                return found;
              });
      client.resource(job).delete();
    }
    client.resources(NodeCapture.class).inNamespace(namespace()).delete();
    client.apps().daemonSets().inNamespace(system()).delete();
    made.reversed().forEach(Resource::delete);
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
