// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kube;

/**
 * Which part of which job an agent carries out.
 *
 * @param node the node's name
 * @param namespace of the job
 * @param job its name
 * @param uid its unique id
 */
public record NodeIdentity(String node, String namespace, String job, String uid) {
  /** The label by which a job's NodeCaptures are found. */
  public static final String UID_LABEL = "ringtail.dev/job-uid";
}
