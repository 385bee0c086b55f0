// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code helm test}, and {@code helm uninstall} while a job runs. */
class ReleaseIT extends KindSuite {
  private static final int PORT = 47301;
  private static final int OTHER = 47302;
  private static final int COUNT = 10_000;

  @AfterEach
  void installAgain() {
    Helm.ensureInstalled();
  }

  @Test
  void shouldSayWhetherANodeCanCapture() {
    assertThat(Helm.test()).containsPattern("Phase: +Succeeded");
  }

  @Test
  void shouldEndJobsDeliverAndLeaveNothingButTheDefinitions(@TempDir Path folder)
      throws IOException {
    List<Node> nodes = Node.workers();
    Job job = namespace.apply(Jobs.onNode(nodes.get(0), PORT));
    job.awaitCapturing(1);
    long sent = nodes.get(1).flood(nodes.get(0), PORT, OTHER, COUNT).toPort(PORT);

    Helm.run("uninstall", Helm.RELEASE, "--wait", "--timeout", "120s");

    assertThat(Store.fetch(job.uid(), nodes.get(0).name(), folder).packets()).isEqualTo(sent);
    assertThat(job.status().path("phase").asText()).isEqualTo("Completed");
    assertThat(job.document().at("/metadata/finalizers").size()).isZero();
    assertThat(Kubectl.ok("-n", Helm.NAMESPACE, "get", "all,secrets,leases", "-o", "name"))
        .isBlank();
    assertThat(
            Kubectl.ok(
                "get",
                "clusterroles,clusterrolebindings,validatingwebhookconfigurations,"
                    + "validatingadmissionpolicies,validatingadmissionpolicybindings",
                "-l",
                "app.kubernetes.io/part-of=ringtail",
                "-o",
                "name"))
        .isBlank();
    assertThat(Kubectl.ok("get", "crds", "-o", "name")).contains("capturejobs.ringtail.dev");
    for (Node node : nodes) {
      boolean isThere = node.exec("ls", "/host/var/lib").lines().anyMatch("ringtail"::equals);
      assertThat(isThere ? node.exec("ls", "/host/var/lib/ringtail") : "")
          .doesNotContain(job.uid());
    }
  }
}
