// SPDX-License-Identifier: Apache-2.0

/**
 * The agent's commands: words and documents in, sentences, tables, JSON and exit codes out.
 * Decisions about captures are made in {@code capture}.
 */
package dev.ringtail.agent.cli;
