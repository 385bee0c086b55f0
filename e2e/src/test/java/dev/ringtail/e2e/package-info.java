// SPDX-License-Identifier: Apache-2.0

/**
 * The agent as its users meet it: a process, real interfaces in network namespaces of their own,
 * real packets, files counted by programs that are not Ringtail's.
 */
package dev.ringtail.e2e;
