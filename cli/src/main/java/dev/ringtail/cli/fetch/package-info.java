// SPDX-License-Identifier: Apache-2.0

/**
 * From a job's objects to a file that can be opened: finds them by the manifests, fetches, verifies
 * and merges them. Uses {@code cluster} and {@code store}.
 */
package dev.ringtail.cli.fetch;
