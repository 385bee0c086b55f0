// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.lab.ProjectFolder;
import dev.ringtail.agent.lab.S3Server;
import dev.ringtail.cli.testing.CliProcess;
import dev.ringtail.cli.testing.PlayedOperator;
import dev.ringtail.cli.testing.Shop;
import dev.ringtail.crds.testing.TestApiServer;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every command of the page for new users, by a shell and the real kubectl, which finds the
 * plugin on its path.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FirstCapturePageIT {
  private static final String SYSTEM = "ringtail-system";
  private static final Map<String, String> OPERATOR =
      Map.of("app.kubernetes.io/name", "ringtail-operator");

  @TempDir static Path folder;

  private Shop shop;

  @BeforeAll
  void install() throws Exception {
    shop = new Shop(folder);
    shop.cluster().node("worker-1");
    KubernetesClient client = shop.cluster().client();
    client.secrets().inNamespace(shop.cluster().namespace()).withName("s3").delete();
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(SYSTEM).endMetadata().build())
        .serverSideApply();
    client.resource(deployment(SYSTEM, "ringtail-operator", OPERATOR)).create();
    client
        .apps()
        .deployments()
        .inNamespace(SYSTEM)
        .withName("ringtail-operator")
        .editStatus(
            found ->
                new DeploymentBuilder(found)
                    .withNewStatus()
                    .withReplicas(1)
                    .withReadyReplicas(1)
                    .endStatus()
                    .build());
    client.resource(deployment(shop.cluster().namespace(), "echo", Map.of("app", "echo"))).create();
    letAgentsReport(client);
    Files.writeString(
        folder.resolve("store.yaml"),
        """
        bucket: %s
        endpoint: %s
        forcePathStyle: true
        credentialsSecretRef: {name: s3}
        """
            .formatted(S3Server.BUCKET, shop.server().endpoint()));
    Files.writeString(
        folder.resolve("keys.env"),
        "AWS_ACCESS_KEY_ID=%s%nAWS_SECRET_ACCESS_KEY=%s%n"
            .formatted(S3Server.ACCESS_KEY, S3Server.SECRET_KEY));
  }

  private static Deployment deployment(String namespace, String name, Map<String, String> labels) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withNewSelector()
        .withMatchLabels(labels)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName(name)
        .withImage(name)
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static void letAgentsReport(KubernetesClient client) {
    client
        .resource(
            new ClusterRoleBuilder()
                .withNewMetadata()
                .withName("first-capture-agents")
                .endMetadata()
                .addNewRule()
                .withApiGroups("ringtail.dev")
                .withResources("nodecaptures", "nodecaptures/status")
                .withVerbs("list", "watch", "patch")
                .endRule()
                .build())
        .serverSideApply();
    client
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName("first-capture-agents")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "first-capture-agents")
                .addNewSubject(null, "ServiceAccount", "ringtail-agent", SYSTEM)
                .build())
        .serverSideApply();
  }

  @AfterAll
  void remove() {
    shop.cluster().client().namespaces().withName(SYSTEM).delete();
    shop.close();
  }

  @Test
  void shouldSucceedWithEveryCommandOfThePage() throws Exception {
    List<String> commands =
        Files.readAllLines(ProjectFolder.root().resolve("docs/first-capture.md")).stream()
            .filter(line -> line.startsWith("    kubectl ") || line.startsWith("    tshark "))
            .map(String::strip)
            .toList();
    Path programs = programs();
    assertThat(commands).hasSizeGreaterThan(15);
    try (PlayedOperator _ = new PlayedOperator(shop)) {
      for (String command : commands) {
        ProcessBuilder builder =
            new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("PATH", programs + ":" + System.getenv("PATH"));
        builder.environment().put("KUBECONFIG", kubeconfig().toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s%n%s", command, said).isZero();
      }
    }
  }

  /** The cluster's kubeconfig with the namespace in its context. */
  private Path kubeconfig() throws IOException {
    Path file = folder.resolve("kubeconfig");
    if (!Files.exists(file)) {
      Files.writeString(
          file,
          Files.readString(shop.cluster().kubeconfig())
              .replaceFirst(
                  "(?m)^( *)namespace: \\S+", "$1namespace: " + shop.cluster().namespace()));
    }
    return file;
  }

  /** A folder with kubectl and the plugin. */
  private static Path programs() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    write(bin.resolve("kubectl"), TestApiServer.programs().resolve("kubectl").toString());
    write(
        bin.resolve("kubectl-ringtail"),
        CliProcess.java().stream().map("'%s'"::formatted).collect(Collectors.joining(" ")));
    return bin;
  }

  private static void write(Path script, String command) throws IOException {
    Files.writeString(script, "#!/bin/sh\nexec %s \"$@\"\n".formatted(command));
    script.toFile().setExecutable(true);
  }
}
