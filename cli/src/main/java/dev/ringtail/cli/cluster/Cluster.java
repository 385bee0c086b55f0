// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.yaml.Spelling;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** A cluster and a namespace of it, with the rights of the user. */
public final class Cluster implements AutoCloseable {
  /** A user waits: a server that is away is named after two more attempts, within a second. */
  private static final int RETRIES = 2;

  private static final int CONNECT_TIMEOUT_MS = 5_000;

  private final KubernetesClient client;
  private final String namespace;
  private final ClusterFaults faults;

  private Cluster(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
    this.faults = new ClusterFaults(client.getMasterUrl().toString(), this::isInstalled);
  }

  /**
   * Nothing is asked of the cluster yet.
   *
   * @throws CommandException if there is no such file or context
   */
  public static Cluster open(ClusterChoice choice) {
    Config config = config(choice);
    config.setRequestRetryBackoffLimit(RETRIES);
    config.setConnectionTimeout(CONNECT_TIMEOUT_MS);
    String namespace =
        choice
            .namespace()
            .orElseGet(() -> config.getNamespace() == null ? "default" : config.getNamespace());
    return new Cluster(new KubernetesClientBuilder().withConfig(config).build(), namespace);
  }

  private static Config config(ClusterChoice choice) {
    String context = choice.context().orElse(null);
    Config config = read(choice, context);
    if (context != null) {
      List<String> known = contexts(config);
      if (!known.contains(context)) {
        throw CommandException.usage(
            "there is no context %s%s; kubectl config get-contexts lists them"
                .formatted(context, Spelling.suggestion(context, known)));
      }
    }
    if (config.getMasterUrl().startsWith(Config.DEFAULT_MASTER_URL)
        && !config.isTrustCerts()
        && config.getAutoOAuthToken() == null
        && config.getCurrentContext() == null) {
      throw CommandException.refused(
          "there is no kubeconfig: neither KUBECONFIG nor ~/.kube/config names a cluster; log in to one, or name a file with --kubeconfig");
    }
    return config;
  }

  /** The contexts that may be named. */
  public static List<String> contexts(ClusterChoice choice) {
    return contexts(read(choice, null));
  }

  private static Config read(ClusterChoice choice, String context) {
    try {
      return choice
          .kubeconfig()
          .map(file -> Config.fromKubeconfig(context, existing(file).toFile()))
          .orElseGet(() -> Config.autoConfigure(context));
    } catch (KubernetesClientException | IllegalArgumentException e) {
      throw new CommandException(
          ExitCode.USAGE,
          "%s is no kubeconfig: %s"
              .formatted(
                  choice.kubeconfig().map(Path::toString).orElse("the file in KUBECONFIG"),
                  String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  private static List<String> contexts(Config config) {
    return config.getContexts() == null
        ? List.of()
        : config.getContexts().stream().map(NamedContext::getName).toList();
  }

  private static Path existing(Path file) {
    if (!Files.isReadable(file)) {
      throw CommandException.usage("kubeconfig %s cannot be read".formatted(file));
    }
    return file;
  }

  /** The namespace that is meant where none is named. */
  public String namespace() {
    return namespace;
  }

  /** The address of its API server. */
  public String server() {
    return client.getMasterUrl().toString();
  }

  /**
   * Asks something.
   *
   * @param doing for the sentence about what fails, such as {@code list the jobs}
   * @throws ClusterException if the answer is no, or there is none
   */
  public <T> T ask(String doing, Function<KubernetesClient, T> question) {
    try {
      return question.apply(client);
    } catch (KubernetesClientException e) {
      throw faults.about(doing, e);
    }
  }

  /** Whether the server knows Ringtail's objects; anybody who is logged in may ask. */
  public boolean isInstalled() {
    return client.getApiGroup(CaptureJob.GROUP) != null;
  }

  /**
   * @throws ClusterException if it does not know Ringtail's objects, or does not answer
   */
  public void requireInstalled() {
    if (!ask("look for Ringtail", _ -> isInstalled())) {
      throw faults.notInstalled(null);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
