// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.EbpfProgram;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.ProgramContract;
import dev.ringtail.filter.SetUse;
import dev.ringtail.filter.bpf.Assembled;
import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Disassembler;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.PacketReader;
import dev.ringtail.filter.bpf.ProgramFrame;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.SkbField;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A classic program and what is needed to translate it for a hook. */
record PcapFilter(String text, LinkType linkType, ClassicProgram program)
    implements CompiledFilter {

  private static final Pattern VLAN = Pattern.compile("\\bvlan\\b");

  @Override
  public FilterLanguage language() {
    return FilterLanguage.PCAP;
  }

  @Override
  public Set<SetUse> sets() {
    return Set.of();
  }

  @Override
  public int minimalPacketLength() {
    return program.minimalPacketLength();
  }

  @Override
  public boolean asksVlan() {
    return VLAN.matcher(text).find();
  }

  @Override
  public Set<Hook> hooks() {
    return EnumSet.allOf(Hook.class);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Where the kernel may keep a VLAN tag beside the packet, the program is there twice: for
   * packets without such a tag, and for those with one, whose loads see the tag in its place. So
   * the filter sees what will be in the file, as {@code tcpdump -r} does.
   */
  @Override
  public EbpfProgram assemble(ProgramContract contract) {
    return new EbpfProgram(assembled(contract).bytes(), minimalPacketLength());
  }

  @Override
  public List<String> outline() {
    List<String> lines = new ArrayList<>();
    for (ClassicInstruction instruction : program.instructions()) {
      lines.add("%03d: %s".formatted(lines.size(), instruction.show(lines.size())));
    }
    return lines;
  }

  @Override
  public String listing(ProgramContract contract) {
    return Disassembler.listing(assembled(contract));
  }

  private Assembled assembled(ProgramContract contract) {
    Hook hook = contract.hook();
    Assembler asm = new Assembler();
    ProgramFrame frame = new ProgramFrame(asm, contract);
    PacketReader packet = new PacketReader(asm, hook, ProgramFrame.SCRATCH_SLOT);
    boolean tagBeside =
        hook == Hook.TC && linkType == LinkType.ETHERNET && !program.knowsVlanBesidePacket();
    Label tagged = asm.newLabel();
    frame.open();
    if (tagBeside) {
      SkbField.VLAN_PRESENT.load(asm, Register.R0);
      asm.jumpIf(Condition.NE, Register.R0, 0, tagged);
    }
    new ClassicTranslator(asm, frame, new PlainLoads(packet), hook, program).translate();
    if (tagBeside) {
      asm.bind(tagged);
      new ClassicTranslator(asm, frame, new TaggedLoads(asm, packet), hook, program).translate();
    }
    frame.close();
    return asm.assemble();
  }
}
