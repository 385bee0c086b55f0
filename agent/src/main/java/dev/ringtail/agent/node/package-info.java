// SPDX-License-Identifier: Apache-2.0

/**
 * The agent as a node's part of a job: carries out the plan of one NodeCapture over as many lives
 * as its process has, keeps what must outlive it in the job's spool folder, and tells in the status
 * how it stands. Captures by {@code capture}, finishes dead runs by {@code recovery}, talks to the
 * API by {@code kube}.
 */
package dev.ringtail.agent.node;
