// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionStatus;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One API server for all tests of a JVM, started by the first that asks for it (8 to 10 s) and
 * stopped when the JVM ends. It knows Ringtail's CRDs.
 */
public final class TestApiServer {
  private static final String VERSION = "1.34.4";
  private static final List<String> CRDS =
      List.of("capturejobs.ringtail.dev", "nodecaptures.ringtail.dev");

  private static KubeAPIServer server;
  private static KubernetesClient client;

  private TestApiServer() {}

  /**
   * The client of all tests, with every right, not to be closed. Skips the test, saying what is
   * missing, where there are no binaries.
   */
  public static synchronized KubernetesClient client() {
    if (server == null) {
      Optional<Path> binaries = ApiServerBinaries.find();
      assumeTrue(
          binaries.isPresent(),
          "needs etcd, kube-apiserver and kubectl: on PATH, in KUBE_API_TEST_DIR, or from the lab");
      server = start(binaries.orElseThrow());
      client =
          new KubernetesClientBuilder()
              .withConfig(Config.fromKubeconfig(server.getKubeConfigYaml()))
              .build();
      Runtime.getRuntime().addShutdownHook(new Thread(TestApiServer::stop));
      CRDS.forEach(crd -> install(client, crd));
    }
    return client;
  }

  /** What kubectl would use, with every right. Skips the test as {@link #client()} does. */
  public static synchronized String kubeconfig() {
    client();
    return server.getKubeConfigYaml();
  }

  /** The folder with the {@code kubectl} of the tests. */
  public static synchronized Path programs() {
    client();
    return ApiServerBinaries.find().orElseThrow();
  }

  /** Takes Ringtail's CRDs away while something runs, as in a cluster without Ringtail. */
  public static synchronized void withoutCrds(Runnable action) {
    KubernetesClient all = client();
    try {
      CRDS.forEach(crd -> remove(all, crd));
      action.run();
    } finally {
      CRDS.forEach(crd -> install(all, crd));
    }
  }

  private static void remove(KubernetesClient client, String crd) {
    var definition = client.apiextensions().v1().customResourceDefinitions().withName(crd);
    definition.delete();
    definition.waitUntilCondition(Objects::isNull, 30, TimeUnit.SECONDS);
  }

  private static void stop() {
    client.close();
    server.stop();
  }

  private static KubeAPIServer start(Path binaries) {
    Path folder = Path.of("target", "kube-api-test").toAbsolutePath();
    String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    Path programs = folder.resolve("k8s").resolve(VERSION + "-linux-" + architecture);
    try {
      Files.createDirectories(programs);
      for (String name : ApiServerBinaries.PROGRAMS) {
        Files.deleteIfExists(programs.resolve(name));
        Files.createSymbolicLink(programs.resolve(name), binaries.resolve(name).toAbsolutePath());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    KubeAPIServer started =
        new KubeAPIServer(
            KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withTestDir(folder.toString())
                .withApiServerVersion(VERSION)
                .withOfflineMode(true)
                .build());
    started.start();
    return started;
  }

  private static void install(KubernetesClient client, String crd) {
    String resource = "/META-INF/fabric8/%s-v1.yml".formatted(crd);
    try (InputStream in = TestApiServer.class.getResourceAsStream(resource)) {
      client
          .apiextensions()
          .v1()
          .customResourceDefinitions()
          .resource(client.apiextensions().v1().customResourceDefinitions().load(in).item())
          .serverSideApply();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName(crd)
        .waitUntilCondition(
            found ->
                Optional.ofNullable(found.getStatus())
                    .map(CustomResourceDefinitionStatus::getConditions)
                    .orElse(List.of())
                    .stream()
                    .anyMatch(
                        condition ->
                            condition.getType().equals("Established")
                                && condition.getStatus().equals("True")),
            30,
            TimeUnit.SECONDS);
  }
}
