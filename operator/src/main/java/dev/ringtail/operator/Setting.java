// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import java.util.Optional;

/** The operator's environment variables; the chart sets them. */
public enum Setting {
  OPERATOR_NAMESPACE(null, "The operator's own namespace, where the agents run as well."),
  OPERATOR_POD(null, "The operator's own pod, by which it is known in the leader election."),
  OPERATOR_DEPLOYMENT(null, "The operator's Deployment, which owns the DaemonSets of the jobs."),
  RINGTAIL_AGENT_IMAGE(null, "The image of the agents."),
  RINGTAIL_AGENT_PULL_POLICY("IfNotPresent", "When nodes pull that image."),
  RINGTAIL_AGENT_SERVICE_ACCOUNT("ringtail-agent", "The agents' service account."),
  RINGTAIL_AGENT_TEMPLATE(
      "",
      "A YAML file with the agents' tolerations, priorityClassName, resources, securityContext,"
          + " nodeSelector and imagePullSecrets. Empty: privileged, with nothing else."),
  RINGTAIL_SPOOL_PATH("/var/lib/ringtail", "The folder of the nodes that holds the spools."),
  RINGTAIL_JOBS_PER_NODE("4", "The most jobs that run on one node at a time; others wait."),
  RINGTAIL_AMBIENT(
      "",
      "A YAML file with the namespaces and buckets for which jobs without credentialsSecretRef may"
          + " use the nodes' own identity. Empty: none."),
  RINGTAIL_HTTP_PORT("8080", "The port of /metrics, /healthz and /readyz."),
  RINGTAIL_WEBHOOK_PORT("8443", "The port of the webhook that compiles filters."),
  RINGTAIL_WEBHOOK_CERTIFICATE(
      "",
      "A folder with tls.crt and tls.key of the webhook, read again when they change. Empty: no"
          + " webhook.");

  private final String fallback;
  private final String meaning;

  Setting(String fallback, String meaning) {
    this.fallback = fallback;
    this.meaning = meaning;
  }

  /** What an absent variable means; none where it must be set. */
  public Optional<String> fallback() {
    return Optional.ofNullable(fallback);
  }

  /** One or two sentences for the documentation. */
  public String meaning() {
    return meaning;
  }
}
