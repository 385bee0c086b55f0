// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import java.util.List;
import java.util.Optional;

/**
 * A layer or a group of alternatives, how often, and its name.
 *
 * @param content what is repeated
 * @param quantifier how often
 * @param label the name after {@code @}
 */
public record Element(Content content, Quantifier quantifier, Optional<Label> label) {

  /** What can stand between slashes. */
  public sealed interface Content {
    int position();
  }

  /**
   * One layer.
   *
   * @param protocol its name as written, {@code ip} included
   * @param predicates all must hold
   * @param position index of the name in the text
   */
  public record Layer(String protocol, List<Predicate> predicates, int position)
      implements Content {
    public Layer {
      predicates = List.copyOf(predicates);
    }
  }

  /**
   * Chains of which one must fit.
   *
   * @param alternatives at least one, in the order in which they are tried
   * @param position index of the parenthesis in the text
   */
  public record Group(List<Chain> alternatives, int position) implements Content {
    public Group {
      alternatives = List.copyOf(alternatives);
    }
  }

  /**
   * How often, greedily.
   *
   * @param min at least that many
   * @param max at most that many; {@link #UNBOUNDED} if none was given
   * @param position index in the text, or of the element if it was not written
   */
  public record Quantifier(int min, int max, int position) {

    /** No upper bound was written. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /** Whether this is the plain, single occurrence. */
    public boolean isOne() {
      return min == 1 && max == 1;
    }
  }

  /**
   * A name for the layer.
   *
   * @param name without {@code @}
   * @param position index of {@code @} in the text
   */
  public record Label(String name, int position) {}
}
