// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

/** How much of a matching packet is kept. */
public sealed interface Keep {

  record Everything() implements Keep {}

  record Bytes(int count) implements Keep {}

  /** To the end of the last layer that the way took. */
  record LastLayer(int more) implements Keep {}

  /** To the end of the last layer of that name. */
  record NamedLayer(int name, int more) implements Keep {}
}
