// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringtail.crds.testing.TestApiServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What stays of the chart for a release named {@code ringtail}, without hooks, kind by kind. */
public final class RenderedChart {
  /** The name of the release, of which others follow. */
  public static final String RELEASE = "ringtail";

  private static final int NONE_TO_BE_HAD = 3;

  private final List<HasMetadata> objects;

  private RenderedChart(List<HasMetadata> objects) {
    this.objects = objects;
  }

  /** Renders the chart; skips the test, saying why, where helm cannot be had. */
  public static RenderedChart inNamespace(String namespace) {
    Path root = root();
    Output helm = run(List.of(root.resolve("scripts/find-helm.sh").toString()));
    assumeTrue(helm.exitCode() != NONE_TO_BE_HAD, helm.text());
    Output rendered =
        run(
            List.of(
                helm.text().strip(),
                "template",
                RELEASE,
                root.resolve("charts/ringtail").toString(),
                "--namespace",
                namespace,
                "--kube-version",
                "1.34.4"));
    assertThat(rendered.exitCode()).as(rendered.text()).isZero();
    KubernetesClient client = TestApiServer.client();
    return new RenderedChart(
        client
            .load(new ByteArrayInputStream(rendered.text().getBytes(StandardCharsets.UTF_8)))
            .items()
            .stream()
            .filter(object -> !object.getMetadata().getAnnotations().containsKey("helm.sh/hook"))
            .toList());
  }

  /** The objects of the kinds, in the order of the kinds. */
  public List<HasMetadata> of(String... kinds) {
    List<HasMetadata> found = new ArrayList<>();
    for (String kind : kinds) {
      objects.stream().filter(object -> object.getKind().equals(kind)).forEach(found::add);
    }
    return found;
  }

  /** The root of the repository, from the module's folder, where Maven runs tests. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder.getParent() != null && !Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private record Output(int exitCode, String text) {}

  private static Output run(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Output(process.waitFor(), text);
    } catch (IOException e) {
      throw new AssertionError(String.join(" ", command), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
