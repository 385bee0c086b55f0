// SPDX-License-Identifier: Apache-2.0
/**
 * What the operator wants to be there, worked out from a job and nothing else: names, plans of
 * nodes, the DaemonSet of a job, copies of Secrets. Nothing here talks to the API server.
 */
package dev.ringtail.operator.model;
