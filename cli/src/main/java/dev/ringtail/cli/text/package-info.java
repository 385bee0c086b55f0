// SPDX-License-Identifier: Apache-2.0

/** Figures, tables and the terminal: text for people. Uses nothing but the JDK. */
package dev.ringtail.cli.text;
