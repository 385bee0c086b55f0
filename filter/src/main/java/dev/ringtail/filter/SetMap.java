// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

/**
 * The BPF map behind a set.
 *
 * @param fd file descriptor in the process that loads the program
 * @param layout kind of map
 */
public record SetMap(int fd, Layout layout) {

  /** Kinds of maps that can hold a set. */
  public enum Layout {
    /** {@code BPF_MAP_TYPE_HASH}, keyed by the element. */
    HASH,
    /**
     * {@code BPF_MAP_TYPE_LPM_TRIE}, keyed by a u32 prefix length and the element; for addresses
     * only.
     */
    LPM_TRIE
  }
}
