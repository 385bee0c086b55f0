// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.chain.Extent;
import dev.ringtail.filter.chain.FilterTree;
import dev.ringtail.filter.chain.Parser;
import java.util.List;
import java.util.Optional;

/** A chain filter that is interpreted. */
public final class ReferenceFilter {

  private final FilterTree tree;
  private final LinkType link;
  private final Questions questions;
  private final Repeats repeats;

  private ReferenceFilter(FilterTree tree, LinkType link, Sets sets) {
    this.tree = tree;
    this.link = link;
    this.questions = new Questions(new Comparer(sets));
    this.repeats = new Repeats(tree.chain());
  }

  /**
   * Parses a filter, which must be right: nothing is checked here.
   *
   * @throws FilterException if the parser refuses it
   */
  public static ReferenceFilter parse(String text, LinkType link, Sets sets)
      throws FilterException {
    return new ReferenceFilter(Parser.parse(text), link, sets);
  }

  /** Whether the first bytes of an array, as a packet, match. */
  public boolean matches(byte[] bytes, int length) {
    return way(new Packet(bytes, length)).isPresent();
  }

  /** How many bytes of a packet are kept; empty if it does not match. */
  public Optional<Integer> kept(byte[] bytes, int length) {
    Packet packet = new Packet(bytes, length);
    return way(packet).map(way -> Math.min(length, extent(packet, way)));
  }

  private Optional<Way> way(Packet packet) {
    Optional<Way> way = new ChainMatcher(packet, questions).find(tree.chain(), link);
    try {
      return way.filter(
          w ->
              tree.where().isEmpty()
                  || new Truth(packet, w, repeats, questions, Optional.empty())
                      .of(tree.where().get()));
    } catch (TruncatedException e) {
      return Optional.empty();
    }
  }

  private int extent(Packet packet, Way way) {
    if (tree.capture().isEmpty()) {
      return Integer.MAX_VALUE;
    }
    return switch (tree.capture().get()) {
      case Extent.All all -> Integer.MAX_VALUE;
      case Extent.Absolute absolute -> absolute.bytes();
      case Extent.Headers headers ->
          end(packet, way.taken().stream().map(Way.Taken::layer).toList(), headers.more());
      case Extent.Layer layer -> end(packet, way.called(layer.name()), layer.more());
    };
  }

  private static int end(Packet packet, List<Layer> layers, int more) {
    if (layers.isEmpty()) {
      return Integer.MAX_VALUE;
    }
    try {
      int end = Headers.end(packet, layers.getLast());
      return end == Headers.UNKNOWN ? Integer.MAX_VALUE : end + more;
    } catch (TruncatedException e) {
      return Integer.MAX_VALUE;
    }
  }
}
