// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.SetUse;
import java.util.ArrayList;
import java.util.List;

/** The values that a test accepts. */
public sealed interface Members {

  /**
   * Values known now.
   *
   * @param ranges ascending, disjoint and not adjacent
   */
  record Ranges(List<Range> ranges) implements Members {
    public Ranges {
      ranges = List.copyOf(ranges);
    }

    /** The union of ranges in any order. */
    static Ranges union(List<Range> unordered) {
      List<Range> merged = new ArrayList<>();
      for (Range range : unordered.stream().sorted((a, b) -> a.from.compareTo(b.from)).toList()) {
        Range last = merged.isEmpty() ? null : merged.getLast();
        boolean joins =
            last != null
                && (last.to.equals(Bits.ones(128)) || range.from.compareTo(last.to.next()) <= 0);
        if (joins) {
          Bits to = last.to.compareTo(range.to) >= 0 ? last.to : range.to;
          merged.set(merged.size() - 1, new Range(last.from, to));
        } else {
          merged.add(range);
        }
      }
      return new Ranges(merged);
    }

    /** The values in both. */
    Ranges intersect(Ranges other) {
      List<Range> common = new ArrayList<>();
      for (Range a : ranges) {
        for (Range b : other.ranges) {
          Bits from = a.from.compareTo(b.from) >= 0 ? a.from : b.from;
          Bits to = a.to.compareTo(b.to) <= 0 ? a.to : b.to;
          if (from.compareTo(to) <= 0) {
            common.add(new Range(from, to));
          }
        }
      }
      return union(common);
    }

    /** The values up to the greatest that are not in these ranges. */
    Ranges complement(Bits greatest) {
      List<Range> rest = new ArrayList<>();
      Bits from = Bits.ZERO;
      boolean open = true;
      for (Range range : ranges) {
        if (from.compareTo(range.from) < 0) {
          rest.add(new Range(from, range.from.previous()));
        }
        open = range.to.compareTo(greatest) < 0;
        from = range.to.next();
      }
      if (open) {
        rest.add(new Range(from, greatest));
      }
      return new Ranges(rest);
    }
  }

  /** Values in a map that changes while the filter runs. */
  record Named(SetUse set) implements Members {}

  /** Both ends included. */
  record Range(Bits from, Bits to) {}
}
