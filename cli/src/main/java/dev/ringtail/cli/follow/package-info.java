// SPDX-License-Identifier: Apache-2.0

/**
 * A running job seen from the terminal: the table of its nodes, notices, and Ctrl-C. Uses {@code
 * cluster}.
 */
package dev.ringtail.cli.follow;
