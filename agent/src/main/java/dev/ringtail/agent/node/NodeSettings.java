// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.kube.NodeIdentity;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the operator tells an agent by its pod.
 *
 * @param identity the part of a job to carry out
 * @param spool folder of the node in which each job has one
 * @param credentials folder where the job's Secret is mounted, if it names one
 * @param caFile the certificates to trust, if the job names some
 * @param readyFile is there while the agent is ready
 */
public record NodeSettings(
    NodeIdentity identity, Path spool, Path credentials, Path caFile, Path readyFile) {
  private static final String DEFAULT_SPOOL = "/var/lib/ringtail";
  private static final String DEFAULT_CREDENTIALS = "/etc/ringtail/credentials";
  private static final String DEFAULT_CA_FILE = "/etc/ringtail/ca/ca.crt";
  private static final String DEFAULT_READY_FILE = "/tmp/ringtail-ready";

  /**
   * Reads them from environment variables.
   *
   * @throws IllegalArgumentException naming the variable that is missing
   */
  public static NodeSettings of(Map<String, String> environment) {
    return new NodeSettings(
        new NodeIdentity(
            required(environment, "RINGTAIL_NODE"),
            required(environment, "RINGTAIL_JOB_NAMESPACE"),
            required(environment, "RINGTAIL_JOB_NAME"),
            required(environment, "RINGTAIL_JOB_UID")),
        path(environment, "RINGTAIL_SPOOL", DEFAULT_SPOOL),
        path(environment, "RINGTAIL_CREDENTIALS", DEFAULT_CREDENTIALS),
        path(environment, "RINGTAIL_CA_FILE", DEFAULT_CA_FILE),
        readyFile(environment));
  }

  /** Where the agent of this environment says that it is ready. */
  public static Path readyFile(Map<String, String> environment) {
    return path(environment, "RINGTAIL_READY_FILE", DEFAULT_READY_FILE);
  }

  private static String required(Map<String, String> environment, String name) {
    return value(environment, name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s is not set; the operator sets it in the agent's pod, and ringtail-agent run captures without one"
                        .formatted(name)));
  }

  private static Path path(Map<String, String> environment, String name, String otherwise) {
    return Path.of(value(environment, name).orElse(otherwise)).toAbsolutePath();
  }

  private static Optional<String> value(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).map(String::strip).filter(v -> !v.isEmpty());
  }
}
