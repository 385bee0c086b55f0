// SPDX-License-Identifier: Apache-2.0

/**
 * The API server as a user sees it: contexts, jobs, targets by name, rights, and words for what it
 * refuses. Knows nothing of stores.
 */
package dev.ringtail.cli.cluster;
