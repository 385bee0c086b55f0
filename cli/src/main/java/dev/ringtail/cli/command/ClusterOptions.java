// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.ClusterChoice;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which cluster and namespace, with kubectl's own flags. */
final class ClusterOptions {
  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "namespace of the job; default: that of the context")
  private String namespace;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "context of the kubeconfig; default: its current one")
  private String context;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "default: as kubectl finds it, KUBECONFIG or ~/.kube/config")
  private Path kubeconfig;

  Cluster open() {
    return Cluster.open(
        new ClusterChoice(
            Optional.ofNullable(kubeconfig),
            Optional.ofNullable(context),
            Optional.ofNullable(namespace)));
  }
}
