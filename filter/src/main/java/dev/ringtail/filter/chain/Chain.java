// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import java.util.List;

/**
 * Elements from the outside in.
 *
 * @param steps at least one
 */
public record Chain(List<Step> steps) {

  public Chain {
    steps = List.copyOf(steps);
  }

  /**
   * An element and what leads to it.
   *
   * @param descends whether {@code //} stands before the element
   * @param element what is to be there
   */
  public record Step(boolean descends, Element element) {}
}
