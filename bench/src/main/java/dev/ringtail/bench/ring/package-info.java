// SPDX-License-Identifier: Apache-2.0

/**
 * The ring alone: packets come from {@code BPF_PROG_TEST_RUN} on one CPU, a reader on another moves
 * them to a file on tmpfs. Ringtail's ring, with the agent's own reader or one in C, stands beside
 * the classic design. Needs root. Prints one JSON object for each trial; what they mean is for
 * {@code bench/harness} to say.
 */
package dev.ringtail.bench.ring;
