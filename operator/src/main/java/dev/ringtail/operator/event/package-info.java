// SPDX-License-Identifier: Apache-2.0
/**
 * The Kubernetes Events that tell a job's story: one for each change of its status that matters.
 */
package dev.ringtail.operator.event;
