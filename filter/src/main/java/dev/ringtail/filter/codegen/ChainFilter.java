// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.EbpfProgram;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.ProgramContract;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetUse;
import dev.ringtail.filter.bpf.Disassembler;
import dev.ringtail.filter.chain.FilterTree;
import dev.ringtail.filter.chain.Parser;
import dev.ringtail.filter.check.CheckedFilter;
import dev.ringtail.filter.check.Checker;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A filter in the chain language. */
public final class ChainFilter implements CompiledFilter {

  private static final int COUNTER_BYTES = 64;

  private final String text;
  private final FilterTree tree;
  private final CheckedFilter checked;
  private final int minimalPacketLength;

  private ChainFilter(
      String text, FilterTree tree, CheckedFilter checked, int minimalPacketLength) {
    this.text = text;
    this.tree = tree;
    this.checked = checked;
    this.minimalPacketLength = minimalPacketLength;
  }

  /**
   * Compiles a filter, and makes sure that its program can be made for every hook.
   *
   * @throws FilterException if the text is no filter, or one that makes too large a program
   */
  public static ChainFilter compile(String text, LinkType linkType, ProtocolTable table)
      throws FilterException {
    FilterTree tree = Parser.parse(text);
    CheckedFilter checked = Checker.check(text, tree, linkType, table);
    int least = Integer.MAX_VALUE;
    for (Hook hook : Hook.values()) {
      try {
        least =
            Math.min(least, ChainGenerator.generate(checked, trial(hook, checked)).leastBytes());
      } catch (TooLargeException e) {
        throw new FilterException(
            text,
            0,
            "the filter makes too large a program",
            "fewer \"//\", repeats, alternatives or labels",
            null);
      }
    }
    return new ChainFilter(text, tree, checked, least);
  }

  /** A contract with numbers that mean nothing. */
  private static ProgramContract trial(Hook hook, CheckedFilter checked) {
    Map<SetUse, SetMap> sets = new HashMap<>();
    checked.sets().forEach(use -> sets.put(use, new SetMap(0, SetMap.Layout.HASH)));
    return new ProgramContract(hook, 0, COUNTER_BYTES, 0, 8, 16, 24, 0, 1, 2, false, sets);
  }

  @Override
  public FilterLanguage language() {
    return FilterLanguage.CHAIN;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public LinkType linkType() {
    return checked.linkType();
  }

  @Override
  public Set<SetUse> sets() {
    return checked.sets();
  }

  @Override
  public int minimalPacketLength() {
    return minimalPacketLength;
  }

  @Override
  public Set<Hook> hooks() {
    return checked.asksVerdict() ? EnumSet.noneOf(Hook.class) : EnumSet.allOf(Hook.class);
  }

  @Override
  public boolean asksVlan() {
    return checked.protocols().contains("vlan") || checked.protocols().contains("qinq");
  }

  /** The syntax tree. */
  public FilterTree tree() {
    return tree;
  }

  @Override
  public List<String> outline() {
    return Outline.of(tree);
  }

  @Override
  public String listing(ProgramContract contract) {
    return Disassembler.listing(generate(contract).assembled());
  }

  @Override
  public EbpfProgram assemble(ProgramContract contract) {
    ChainGenerator.Generated generated = generate(contract);
    return new EbpfProgram(generated.assembled().bytes(), generated.leastBytes());
  }

  private ChainGenerator.Generated generate(ProgramContract contract) {
    if (!hooks().contains(contract.hook())) {
      throw new IllegalArgumentException(
          "the filter asks for the verdict of another program, which %s does not know"
              .formatted(contract.hook()));
    }
    return ChainGenerator.generate(checked, contract);
  }
}
