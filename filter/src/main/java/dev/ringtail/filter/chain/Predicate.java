// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

/** What a layer must be like, in brackets behind its protocol. */
public sealed interface Predicate {

  /** The field, alias or flag as written. */
  String field();

  /** Index of the field in the text. */
  int position();

  /** {@code field comparison value}; a prefix as value means "in the prefix". */
  record Compare(String field, Comparison comparison, Value value, int position)
      implements Predicate {}

  /** {@code field in set}. */
  record In(String field, SetExpression set, int position) implements Predicate {}

  /** {@code flag} or {@code !flag}. */
  record Flag(String field, boolean negated, int position) implements Predicate {}
}
