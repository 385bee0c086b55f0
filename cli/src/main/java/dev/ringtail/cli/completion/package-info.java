// SPDX-License-Identifier: Apache-2.0

/**
 * What the word being typed may become: commands, flags, and names from the cluster. Uses {@code
 * cluster} and the model of the commands, never runs one.
 */
package dev.ringtail.cli.completion;
