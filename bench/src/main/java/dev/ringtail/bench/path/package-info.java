// SPDX-License-Identifier: Apache-2.0

/**
 * Ways to capture from an interface that are not Ringtail's, for {@code bench/harness} to run
 * beside it.
 */
package dev.ringtail.bench.path;
