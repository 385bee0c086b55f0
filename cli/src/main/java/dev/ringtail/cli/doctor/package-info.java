// SPDX-License-Identifier: Apache-2.0

/**
 * Finds out why Ringtail does not work in a cluster: asks one thing after the other, and says what
 * helps. Uses {@code cluster}.
 */
package dev.ringtail.cli.doctor;
