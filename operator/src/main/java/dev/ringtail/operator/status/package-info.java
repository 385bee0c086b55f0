// SPDX-License-Identifier: Apache-2.0
/**
 * What a job's status says: how each node is, what is wrong with it, and the phase, counts and
 * conditions that follow. Pure: the same facts give the same status. Uses {@code model} only.
 */
package dev.ringtail.operator.status;
