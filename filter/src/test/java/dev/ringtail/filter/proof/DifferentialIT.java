// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.kernel.Bpf;
import dev.ringtail.filter.kernel.FilterBench;
import dev.ringtail.filter.pcap.OfflineFilter;
import dev.ringtail.filter.reference.ReferenceFilter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The kernel's verdicts on the filters of the table equal those of the reference interpreter, and
 * of libpcap where it can say the same, on packets that a generator piled up. Prints how many
 * agreed. The system property {@code ringtail.filter.packets} says how many packets there are
 * altogether.
 */
class DifferentialIT {

  private static final int PACKETS = Integer.getInteger("ringtail.filter.packets", 60_000);
  private static final int FILTERS_AT_ONCE = 100;
  private static final int TAG_PROTOCOL = 0x8100;
  private static final int TAG = 0x6002;
  private static final int DLT_ETHERNET = 1;
  private static final int DLT_RAW = 12;
  private static final int SHORTEST = 14;

  private final List<FilterRow> rows = FilterRow.all();
  private final int each = Math.max(8, PACKETS / rows.size());
  private final List<String> refused = new ArrayList<>();

  @Test
  void shouldJudgeAsTheReferenceAndLibpcapAtXdp() throws Exception {
    Agreement whole = new Agreement("XDP and reference");
    Agreement least = new Agreement("minimal length and reference");
    Agreement split = new Agreement("XDP with fragments and reference");
    Agreement extents = new Agreement("extent and reference");
    Agreement libpcap = new Agreement("chain and libpcap");
    Agreement translated = new Agreement("pcap and libpcap");
    forEach(
        Hook.XDP,
        (row, filter, bench) -> {
          FilterBench.Program program = bench.load(filter);
          ReferenceFilter reference = row.reference();
          List<byte[]> packets = row.packets(each);
          for (byte[] packet : packets) {
            boolean expected = reference.matches(packet, packet.length);
            whole.verdict(row, packet, expected, program.matches(packet));
            boolean longEnough = !expected || packet.length >= filter.minimalPacketLength();
            least.add(longEnough, row, packet, "is said to need more than all of");
          }
          for (byte[] packet : packets.subList(0, each / 4)) {
            if (packet.length > SHORTEST + 1) {
              int linear = SHORTEST + packet.length % (packet.length - SHORTEST);
              boolean expected = reference.matches(packet, packet.length);
              split.verdict(row, packet, expected, program.matchesSplit(packet, linear));
            }
          }
          if (row.asksExtent()) {
            compareExtents(row, program, reference, packets, extents);
          }
          if (row.pcap().isPresent()) {
            compareLibpcap(row, bench, program, packets, libpcap, translated);
          }
        });
    conclude(whole, least, split, extents, libpcap, translated);
  }

  @Test
  void shouldJudgeAsTheReferenceAtTc() throws Exception {
    Agreement plain = new Agreement("tc and reference");
    Agreement tagged = new Agreement("tc with a tag beside the packet and reference");
    forEach(
        Hook.TC,
        (row, filter, bench) -> {
          if (row.link() == LinkType.ETHERNET) {
            FilterBench.Program program = bench.load(filter);
            FilterBench.Program behindTag = bench.loadBehindTag(filter, TAG_PROTOCOL, TAG);
            ReferenceFilter reference = row.reference();
            for (byte[] packet : row.packets(each / 2)) {
              boolean expected = reference.matches(packet, packet.length);
              plain.verdict(row, packet, expected, program.matches(packet));
              byte[] wire = withTag(packet);
              boolean onWire = reference.matches(wire, wire.length);
              tagged.verdict(row, wire, onWire, behindTag.matches(packet));
            }
          }
        });
    conclude(plain, tagged);
  }

  private static void compareExtents(
      FilterRow row,
      FilterBench.Program program,
      ReferenceFilter reference,
      List<byte[]> packets,
      Agreement extents) {
    for (byte[] packet : packets) {
      int expected = reference.kept(packet, packet.length).orElse(-1);
      if (expected >= 0 && program.matches(packet)) {
        long kept = Math.min(packet.length, program.extent(packet, packet.length));
        String what = "keeps %d, not %d of".formatted(kept, expected);
        extents.add(kept == expected, row, packet, what);
      }
    }
  }

  private static void compareLibpcap(
      FilterRow row,
      FilterBench bench,
      FilterBench.Program chain,
      List<byte[]> packets,
      Agreement libpcap,
      Agreement translated)
      throws FilterException {
    String text = row.pcap().orElseThrow();
    FilterBench.Program same = bench.load(Filters.compile(FilterLanguage.PCAP, text, row.link()));
    int dlt = row.link() == LinkType.ETHERNET ? DLT_ETHERNET : DLT_RAW;
    try (OfflineFilter judge = new OfflineFilter(text, dlt)) {
      for (byte[] packet : packets) {
        boolean expected = judge.matches(packet, packet.length);
        libpcap.verdict(row, packet, expected, chain.matches(packet));
        translated.verdict(row, packet, expected, same.matches(packet));
      }
    }
  }

  /** Compares one filter. */
  @FunctionalInterface
  private interface Comparison {
    void run(FilterRow row, CompiledFilter filter, FilterBench bench) throws FilterException;
  }

  private void forEach(Hook hook, Comparison comparison) {
    for (int from = 0; from < rows.size(); from += FILTERS_AT_ONCE) {
      try (FilterBench bench = new FilterBench(hook)) {
        for (FilterRow row : rows.subList(from, Math.min(rows.size(), from + FILTERS_AT_ONCE))) {
          try {
            CompiledFilter filter = row.compiled();
            NamedSets.bind(bench, filter);
            comparison.run(row, filter, bench);
          } catch (FilterException | Bpf.RefusedException e) {
            refused.add(row.text() + ": " + e.getMessage());
          }
        }
      }
    }
  }

  private void conclude(Agreement... agreements) {
    List<String> all = new ArrayList<>(refused);
    for (Agreement agreement : agreements) {
      System.out.println(agreement);
      all.addAll(agreement.disagreements());
    }
    assertThat(all).isEmpty();
  }

  private static byte[] withTag(byte[] packet) {
    byte[] wire = new byte[packet.length + 4];
    System.arraycopy(packet, 0, wire, 0, 12);
    wire[12] = (byte) (TAG_PROTOCOL >> 8);
    wire[13] = (byte) TAG_PROTOCOL;
    wire[14] = (byte) (TAG >> 8);
    wire[15] = (byte) TAG;
    System.arraycopy(packet, 12, wire, 16, packet.length - 12);
    return wire;
  }
}
