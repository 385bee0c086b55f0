// SPDX-License-Identifier: Apache-2.0
/**
 * From what was written to what is meant: names resolved against the protocol table, values checked
 * against their fields, constants folded, and the chain as an automaton whose every layer some
 * packet can reach. The result is the one intermediate form that the generator takes.
 */
package dev.ringtail.filter.check;
