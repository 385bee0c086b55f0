// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

/** How much of a matching packet is kept. */
public sealed interface Extent {

  /** Index in the text. */
  int position();

  /** All of it. */
  record All(int position) implements Extent {}

  /** Up to the end of the last layer of the chain, and that many bytes more. */
  record Headers(int more, int position) implements Extent {}

  /**
   * Up to the end of one layer, and that many bytes more.
   *
   * @param name a protocol or label
   */
  record Layer(String name, int more, int position) implements Extent {}

  /** That many bytes. */
  record Absolute(int bytes, int position) implements Extent {}
}
