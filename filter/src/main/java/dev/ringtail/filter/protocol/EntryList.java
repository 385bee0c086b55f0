// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

import java.util.List;

/**
 * Entries of one kind in a header.
 *
 * @param name as filters write it
 * @param fields of an entry, offsets from the start of the entry
 * @param walk how to get from one to the next
 */
public record EntryList(String name, List<Field> fields, Walk walk) {

  /** Kinds of lists. */
  public enum Walk {
    /** Segments of a segment routing header: 16 bytes each, from byte 8, up to its last entry. */
    SEGMENTS,
    /** IPv6 extension headers; the field is the number that announces one. */
    IPV6_EXTENSIONS,
    /** GTP extension headers; the field is the type that announces one. */
    GTP_EXTENSIONS,
    /** Geneve options: four bytes and five bits of length in words. */
    GENEVE_OPTIONS
  }
}
