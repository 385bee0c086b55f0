// SPDX-License-Identifier: Apache-2.0

/**
 * Buckets as a user sees them: credentials, manifests, and downloads that go on after a cut. Knows
 * nothing of the API server.
 */
package dev.ringtail.cli.store;
