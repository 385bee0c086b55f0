// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import dev.ringtail.crds.testing.TestApiServer;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A namespace of the tests' API server, and a kubeconfig for it. */
public final class PlayedCluster {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final KubernetesClient client = TestApiServer.client();
  private final String namespace;
  private final Path kubeconfig;

  /**
   * @param folder for the kubeconfig
   */
  public PlayedCluster(Path folder) throws IOException {
    namespace = "cli-%d-%d".formatted(ProcessHandle.current().pid(), NUMBER.incrementAndGet());
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    kubeconfig = folder.resolve("kubeconfig-" + namespace);
    Files.writeString(kubeconfig, TestApiServer.kubeconfig());
  }

  public KubernetesClient client() {
    return client;
  }

  public String namespace() {
    return namespace;
  }

  public Path kubeconfig() {
    return kubeconfig;
  }

  /** The kubeconfig of somebody who may read the jobs of the namespace, and nothing else. */
  public Path kubeconfigOfReader(Path folder) throws IOException {
    return kubeconfigOf(
        folder,
        "reader",
        "get capturejobs.ringtail.dev",
        "list capturejobs.ringtail.dev",
        "list nodecaptures.ringtail.dev");
  }

  /**
   * The kubeconfig of a service account of the namespace.
   *
   * @param rights all that it may do there, such as {@code get deployments.apps}
   */
  public Path kubeconfigOf(Path folder, String account, String... rights) throws IOException {
    client
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withName(account)
                .withNamespace(namespace)
                .endMetadata()
                .build())
        .serverSideApply();
    client
        .resource(
            new RoleBuilder()
                .withNewMetadata()
                .withName(account)
                .withNamespace(namespace)
                .endMetadata()
                .withRules(Arrays.stream(rights).map(PlayedCluster::rule).toList())
                .build())
        .serverSideApply();
    client
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName(account)
                .withNamespace(namespace)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", account)
                .addNewSubject(null, "ServiceAccount", account, namespace)
                .build())
        .serverSideApply();
    String token =
        client
            .serviceAccounts()
            .inNamespace(namespace)
            .withName(account)
            .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
            .getStatus()
            .getToken();
    Path file = folder.resolve("kubeconfig-" + namespace + "-" + account);
    Files.writeString(file, withUser("token: " + token));
    return file;
  }

  private static PolicyRule rule(String right) {
    String[] words = right.split(" ");
    String[] resource = words[1].split("\\.", 2);
    return new PolicyRuleBuilder()
        .withVerbs(words[0])
        .withResources(resource[0])
        .withApiGroups(resource.length == 1 ? "" : resource[1])
        .build();
  }

  /**
   * The tests' kubeconfig with another user in it.
   *
   * @param line of YAML, by which that user logs in
   */
  public static String withUser(String line) {
    return TestApiServer.kubeconfig()
        .replaceAll(
            "(?s)( *)client-certificate(-data)?: [^\\n]*\\n *client-key(-data)?: [^\\n]*",
            "$1" + line);
  }

  /** Runs a command with this cluster and namespace. */
  public CliRun run(String... words) {
    return CliRun.of(with(words));
  }

  /** The words with the flags that name this cluster and namespace. */
  public String[] with(String... words) {
    String[] all = new String[words.length + 4];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--kubeconfig";
    all[words.length + 1] = kubeconfig.toString();
    all[words.length + 2] = "--namespace";
    all[words.length + 3] = namespace;
    return all;
  }

  /** Makes a node, if there is none of that name. */
  public void node(String name) {
    if (client.nodes().withName(name).get() == null) {
      client
          .resource(
              new NodeBuilder()
                  .withNewMetadata()
                  .withName(name)
                  .withLabels(Map.of("pool", namespace))
                  .endMetadata()
                  .build())
          .create();
    }
  }

  /** The only job of the namespace, once somebody has made it. */
  public CaptureJob awaitJob() throws InterruptedException {
    for (int i = 0; i < 300; i++) {
      var jobs = client.resources(CaptureJob.class).inNamespace(namespace).list().getItems();
      if (!jobs.isEmpty()) {
        return jobs.getFirst();
      }
      Thread.sleep(100);
    }
    throw new AssertionError("nobody has made a job in " + namespace);
  }

  /** Removes the jobs, and what belongs to them. */
  public void removeJobs() {
    client.resources(CaptureJob.class).inNamespace(namespace).delete();
    client.resources(NodeCapture.class).inNamespace(namespace).delete();
  }
}
