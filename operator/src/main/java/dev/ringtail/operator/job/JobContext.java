// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.operator.model.AgentTemplate;
import dev.ringtail.operator.model.AmbientRule;
import dev.ringtail.operator.model.Deadlines;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;

/**
 * What the reconciler works with.
 *
 * @param client with the operator's rights
 * @param namespace the operator's own, where agents run
 * @param pod the operator's own, which tells Events
 * @param deployment the operator's own, which owns what is in its namespace
 * @param agent what the pods of all agents have
 * @param jobsPerNode the most jobs on one node at a time
 * @param ambient where jobs may do without a Secret
 * @param deadlines how long to wait for what
 * @param clock the time
 */
public record JobContext(
    KubernetesClient client,
    String namespace,
    String pod,
    String deployment,
    AgentTemplate agent,
    int jobsPerNode,
    AmbientRule ambient,
    Deadlines deadlines,
    Clock clock) {}
