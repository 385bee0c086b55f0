// SPDX-License-Identifier: Apache-2.0
/**
 * Filters for people: what one does and what it costs, the reference of the protocol table, and
 * words to complete. Everything here is read from the compiler's own tables.
 */
package dev.ringtail.filter.explain;
