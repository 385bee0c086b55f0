// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.filter;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.program.LoadedObject;
import dev.ringtail.agent.program.NamedSets;
import dev.ringtail.bench.ring.TestObject;
import dev.ringtail.bpf.Abi;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.EbpfProgram;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.ProgramContract;
import dev.ringtail.filter.SetKey;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;

/**
 * Measures filters in turn on CPU 0, so that ratios come from one run. All match: what is measured
 * ends with a tail call to a program that keeps nothing.
 *
 * <pre>FilterBench RUNS</pre>
 */
public final class FilterBench {
  private static final int CPU = 0;
  private static final int ROUNDS = 20;

  private static final int COMPILATIONS = 11;
  private static final int WARM_UP = 30;
  private static final int ELEMENTS = 10_000;
  private static final double NS_PER_MS = 1e6;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final String TCP = "eth/ipv4/tcp[dport==443]";
  private static final String VXLAN = "eth/ipv4/udp/vxlan/eth/ipv4/tcp";
  private static final String ANYWHERE = "//tcp[dport==443]";

  private final LoadedObject object = TestObject.open("filters").load();
  private final NamedSets sets = new NamedSets();
  private final List<Subject> subjects = new ArrayList<>();

  private FilterBench() throws FilterException {
    BitSet cpus = new BitSet();
    cpus.set(CPU);
    CpuAffinity.pinCurrentThread(cpus);
    Bpf.updateMap(
        object.map("filters_slots"),
        Abi.SLOT_CAPTURE,
        object.program("filters_capture"),
        "the capture program");
    fillSets();
    subjects.add(byHand("empty", "filters_empty"));
    subjects.add(byHand("tcp443.c", "filters_tcp443"));
    subjects.add(chain("tcp443", TCP));
    subjects.add(new Subject("vxlan.c", object.program("filters_vxlan"), 0, HotPackets.vxlan()));
    subjects.add(on("vxlan", FilterLanguage.CHAIN, VXLAN, true));
    subjects.add(chain("anywhere.tcp", ANYWHERE));
    subjects.add(on("anywhere.vxlan", FilterLanguage.CHAIN, ANYWHERE, true));
    subjects.add(on("pcap", FilterLanguage.PCAP, "tcp port 443", false));
    subjects.add(chain("set.hash", "eth/ipv4[src in @hosts]"));
    subjects.add(chain("set.trie", "eth/ipv4[src in @nets]"));
  }

  /** See the class. */
  public static void main(String[] args) throws FilterException {
    FilterBench bench = new FilterBench();
    for (int run = 1; run <= Integer.parseInt(args[0]); run++) {
      bench.measure(run);
    }
    bench.subjects.forEach(subject -> LibC.close(subject.program()));
    bench.sets.close();
    bench.object.close();
  }

  /** Both sets hold the packets' source, 10.0.1.1, and almost ten thousand others. */
  private void fillSets() throws FilterException {
    List<SetKey> hosts = new ArrayList<>();
    List<SetKey> nets = new ArrayList<>();
    for (int i = 0; i < ELEMENTS; i++) {
      hosts.add(SetKey.parse("10.%d.%d.1".formatted(i >> 8, i & 255)));
      nets.add(SetKey.parse("10.%d.%d.0/24".formatted(i >> 8, i & 255)));
    }
    sets.add("hosts", hosts);
    sets.add("nets", nets);
  }

  private Subject byHand(String name, String program) {
    return new Subject(name, object.program(program), 0, HotPackets.tcp());
  }

  private Subject chain(String name, String text) throws FilterException {
    return on(name, FilterLanguage.CHAIN, text, false);
  }

  private Subject on(String name, FilterLanguage language, String text, boolean vxlan)
      throws FilterException {
    EbpfProgram program = assemble(language, text);
    return new Subject(
        name,
        load(program),
        program.instructionCount(),
        vxlan ? HotPackets.vxlan() : HotPackets.tcp());
  }

  private EbpfProgram assemble(FilterLanguage language, String text) throws FilterException {
    CompiledFilter filter = Filters.compile(language, text, LinkType.ETHERNET);
    return filter.assemble(
        new ProgramContract(
            Hook.XDP,
            object.map("filters_counters"),
            Abi.Counters.SIZE,
            Abi.Counters.FILTERED,
            Abi.Counters.MATCHED,
            Abi.Counters.DROPPED_TAILCALL,
            Abi.Counters.EXTENT,
            object.map("filters_slots"),
            Abi.SLOT_CAPTURE,
            InterfaceCapture.PASS,
            false,
            sets.mapsOf(filter)));
  }

  private static int load(EbpfProgram program) {
    return Bpf.loadProgram(
        Bpf.PROG_TYPE_XDP, Bpf.ATTACH_TYPE_XDP, 0, "bench_filter", program.instructions());
  }

  private void measure(int run) throws FilterException {
    double[][] ns = new double[subjects.size()][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < ns.length; i++) {
        ns[i][round] = subjects.get(i).ns(THREADS);
      }
    }
    for (int i = 0; i < ns.length; i++) {
      Subject subject = subjects.get(i);
      System.out.printf(
          Locale.ROOT,
          "{\"run\":%d,\"filter\":\"%s\",\"ns\":%.2f,\"written\":%d,\"verified\":%d}%n",
          run,
          subject.name(),
          calm(ns[i]),
          subject.written(),
          subject.verified());
    }
    for (String text : List.of(TCP, VXLAN, ANYWHERE)) {
      System.out.printf(
          Locale.ROOT,
          "{\"run\":%d,\"compiled\":\"%s\",\"ms\":%.2f}%n",
          run,
          text,
          millisecondsOf(text));
    }
  }

  /** CPU time from text to a loaded program, once the classes are warm. */
  private double millisecondsOf(String text) throws FilterException {
    DoubleSupplier once =
        () -> {
          long before = THREADS.getCurrentThreadCpuTime();
          try {
            LibC.close(load(assemble(FilterLanguage.CHAIN, text)));
          } catch (FilterException e) {
            throw new IllegalStateException(e);
          }
          return (THREADS.getCurrentThreadCpuTime() - before) / NS_PER_MS;
        };
    for (int i = 0; i < WARM_UP; i++) {
      once.getAsDouble();
    }
    double[] ms = new double[COMPILATIONS];
    Arrays.setAll(ms, i -> once.getAsDouble());
    return calm(ms);
  }

  /** The mean of the lower half: what disturbs a measurement only ever makes it longer. */
  private static double calm(double[] values) {
    return Arrays.stream(values).sorted().limit(values.length / 2).average().orElseThrow();
  }
}
