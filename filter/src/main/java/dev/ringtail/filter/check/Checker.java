// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.chain.Extent;
import dev.ringtail.filter.chain.FilterTree;
import dev.ringtail.filter.chain.Spelling;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.List;
import java.util.Optional;

/** Syntax tree to intermediate form. */
public final class Checker {

  private static final List<String> EXTENTS = List.of("all", "headers", "absolute");

  private Checker() {}

  /**
   * Checks a filter.
   *
   * @param text the text that the tree was parsed from, for messages
   * @throws FilterException at the first thing that cannot be meant
   */
  public static CheckedFilter check(
      String text, FilterTree tree, LinkType linkType, ProtocolTable table) throws FilterException {
    Values values = new Values(text);
    Predicates predicates = new Predicates(text, table, values);
    AutomatonBuilder builder = new AutomatonBuilder(text, linkType, table, predicates);
    Node start = builder.build(tree.chain());
    new Reachability(text, table, linkType).check(start);
    References references = new References(text, table, builder.names(), predicates);
    Conditions conditions = new Conditions(text, values, predicates, references);
    Optional<Condition> where = Optional.empty();
    if (tree.where().isPresent()) {
      where = Optional.of(conditions.truth(tree.where().get()));
    }
    Keep keep = keep(text, tree, references);
    return new CheckedFilter(
        table,
        linkType,
        start,
        builder.descends(),
        where,
        keep,
        references.used(),
        builder.protocols(),
        values.sets(),
        conditions.asksVerdict());
  }

  private static Keep keep(String text, FilterTree tree, References references)
      throws FilterException {
    if (tree.capture().isEmpty()) {
      return new Keep.Everything();
    }
    return switch (tree.capture().get()) {
      case Extent.All all -> new Keep.Everything();
      case Extent.Headers headers -> new Keep.LastLayer(headers.more());
      case Extent.Absolute absolute -> {
        if (absolute.bytes() == 0) {
          throw new FilterException(
              text, absolute.position(), "a capture of no bytes", "at least 1", null);
        }
        yield new Keep.Bytes(absolute.bytes());
      }
      case Extent.Layer layer -> {
        Optional<String> keyword = Spelling.closest(layer.name(), EXTENTS);
        if (!references.knows(layer.name()) && keyword.isPresent()) {
          throw new FilterException(
              text,
              layer.position(),
              "\"%s\" is no label or protocol of the chain".formatted(layer.name()),
              "\"all\", \"headers\", \"absolute\" and a number, a protocol or a label",
              keyword.get());
        }
        yield new Keep.NamedLayer(
            references.name(layer.name(), layer.position()).id(), layer.more());
      }
    };
  }
}
