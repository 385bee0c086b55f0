// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.kernel.Bpf;
import dev.ringtail.filter.kernel.FilterBench;
import dev.ringtail.filter.reference.ReferenceFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Loads filters of the table as XDP and as tc, and compares a few verdicts with the reference
 * interpreter, without a test framework: for guests with other kernels. Its one argument N takes
 * every Nth filter, others as XDP than as tc; without it all are taken. Exits with 1 if the kernel
 * refuses a filter or judges otherwise.
 */
final class FilterLoad {

  private static final int PACKETS = 40;
  private static final int FILTERS_AT_ONCE = 50;

  private FilterLoad() {}

  public static void main(String[] args) {
    int every = args.length == 0 ? 1 : Integer.parseInt(args[0]);
    List<String> wrong = new ArrayList<>();
    for (Hook hook : Hook.values()) {
      Agreement agreement = new Agreement(hook + " and reference");
      int loaded = load(hook, sample(every, hook.ordinal()), agreement, wrong);
      wrong.addAll(agreement.disagreements());
      System.out.printf(
          "Linux %s: %d filters loaded as %s; %s%n",
          System.getProperty("os.version"), loaded, hook, agreement);
    }
    wrong.forEach(System.out::println);
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  private static List<FilterRow> sample(int every, int first) {
    List<FilterRow> all = FilterRow.all();
    return IntStream.iterate(first % every, i -> i < all.size(), i -> i + every)
        .mapToObj(all::get)
        .toList();
  }

  private static int load(
      Hook hook, List<FilterRow> rows, Agreement agreement, List<String> wrong) {
    int loaded = 0;
    for (int from = 0; from < rows.size(); from += FILTERS_AT_ONCE) {
      try (FilterBench bench = new FilterBench(hook)) {
        for (FilterRow row : rows.subList(from, Math.min(rows.size(), from + FILTERS_AT_ONCE))) {
          try {
            CompiledFilter filter = row.compiled();
            NamedSets.bind(bench, filter);
            FilterBench.Program program = bench.load(filter);
            loaded++;
            if (hook == Hook.XDP || row.link() == LinkType.ETHERNET) {
              compare(row, program, agreement);
            }
          } catch (FilterException | Bpf.RefusedException e) {
            wrong.add("%s as %s: %s".formatted(row.text(), hook, e.getMessage()));
          }
        }
      }
    }
    return loaded;
  }

  private static void compare(FilterRow row, FilterBench.Program program, Agreement agreement)
      throws FilterException {
    ReferenceFilter reference = row.reference();
    for (byte[] packet : row.packets(PACKETS)) {
      boolean expected = reference.matches(packet, packet.length);
      agreement.verdict(row, packet, expected, program.matches(packet));
    }
  }
}
