// SPDX-License-Identifier: Apache-2.0

/** How commands end: exit codes, and sentences for what went wrong. Uses nothing. */
package dev.ringtail.cli.outcome;
