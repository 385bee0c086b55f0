// SPDX-License-Identifier: Apache-2.0

/** The commands: words in; tables, documents, sentences and exit codes out. */
package dev.ringtail.cli.command;
