// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import java.util.List;
import java.util.SortedMap;

/**
 * What a job's target means now.
 *
 * @param nodes what each node is to capture, by the node's name
 * @param missing nodes or pods that the job names and that are not there
 * @param waitingFor what would have to appear for the job to have something to capture, as the end
 *     of "waits for"
 */
public record ResolvedTarget(
    SortedMap<String, NodePlanTarget> nodes, List<String> missing, String waitingFor) {}
