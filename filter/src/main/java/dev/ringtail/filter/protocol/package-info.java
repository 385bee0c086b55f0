// SPDX-License-Identifier: Apache-2.0
/**
 * The protocol table: one declaration per protocol, of its fields, its length and what follows it.
 * Checker, generator, reference page and completion all read it; none of them knows a protocol by
 * name, with two exceptions that are walks and no table can say: IPv6's extension headers and
 * GTP's.
 */
package dev.ringtail.filter.protocol;
