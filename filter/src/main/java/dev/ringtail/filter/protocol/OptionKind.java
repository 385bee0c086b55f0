// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

import java.util.List;

/**
 * An option of TCP or IPv4: kind, length and data behind the fixed header.
 *
 * @param name as filters write it
 * @param kind its number
 * @param fields offsets from the kind
 */
public record OptionKind(String name, int kind, List<Field> fields) {}
