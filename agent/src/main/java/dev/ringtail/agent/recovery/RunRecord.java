// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.recovery;

import dev.ringtail.crds.v1alpha1.Output;
import java.util.List;

/**
 * What a run notes in the spool before it captures, so that another process can finish it.
 *
 * @param run its name
 * @param keyPrefix what the keys of its objects begin with
 * @param interfaces names, in the order of their numbers in the files
 * @param snapLength bytes of a packet kept at most
 * @param output where objects go; credentials are never part of it
 * @param startedAt ISO 8601, UTC
 */
public record RunRecord(
    String run,
    String namespace,
    String job,
    String uid,
    String node,
    String keyPrefix,
    List<String> interfaces,
    int snapLength,
    Output output,
    String agentVersion,
    String kernel,
    String startedAt) {}
