// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.protocol.Field;
import java.util.List;

/**
 * A question about one layer: is the value of any of these fields among the members, or, negated,
 * of none?
 *
 * @param fields one, or the two ends of an alias, source first; both of one type
 * @param members what is asked for
 * @param negated whether none may be a member
 */
public record Test(List<Field> fields, Members members, boolean negated) {}
