// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * An immutable set of CPU numbers, 0 to {@value #LAST_POSSIBLE} (the kernel's largest NR_CPUS less
 * one), iterated in ascending order. Reads and writes both texts of the kernel: lists ({@code
 * 0-3,8}) and masks ({@code ff,00000000}); see {@code bitmap_parselist} and {@code bitmap_parse} in
 * lib/bitmap-str.c.
 */
public final class CpuSet implements Iterable<Integer> {
  /** The highest CPU number that is accepted. */
  public static final int LAST_POSSIBLE = 8191;

  /** The set without CPUs. */
  public static final CpuSet EMPTY = new CpuSet(new BitSet());

  private static final int WORD = 32;
  private static final int DIGITS = 8;

  private final BitSet bits; // never changed after construction

  private CpuSet(BitSet bits) {
    this.bits = bits;
  }

  /** The set of these CPUs; a number outside the range is an {@link IllegalArgumentException}. */
  public static CpuSet of(int... cpus) {
    return of(IntStream.of(cpus));
  }

  /**
   * The set of these CPUs, in any order; a number outside the range is an {@link
   * IllegalArgumentException}.
   */
  public static CpuSet of(Collection<Integer> cpus) {
    return of(cpus.stream().mapToInt(Integer::intValue));
  }

  /**
   * The set of the stream's CPUs; a number outside the range is an {@link
   * IllegalArgumentException}.
   */
  public static CpuSet of(IntStream cpus) {
    BitSet bits = new BitSet();
    cpus.forEach(
        cpu -> {
          if (cpu < 0 || cpu > LAST_POSSIBLE) {
            throw new IllegalArgumentException(
                "CPU " + cpu + " is outside 0 to " + LAST_POSSIBLE + ".");
          }
          bits.set(cpu);
        });
    return new CpuSet(bits);
  }

  /**
   * Reads a list as in {@code /sys/devices/system/cpu/online}: numbers and ascending ranges between
   * commas, in any order, with white space around the whole. An empty text is the empty set.
   *
   * @throws CpuSetFormatException for anything else
   */
  @JsonCreator
  public static CpuSet parse(String list) {
    String text = list.strip();
    BitSet bits = new BitSet();
    if (text.isEmpty()) {
      return EMPTY;
    }
    for (String part : text.split(",", -1)) {
      int dash = part.indexOf('-');
      int first = cpu(text, part, dash < 0 ? part : part.substring(0, dash));
      int last = dash < 0 ? first : cpu(text, part, part.substring(dash + 1));
      if (last < first) {
        throw new CpuSetFormatException("list", text, "the range \"" + part + "\" runs backwards");
      }
      bits.set(first, last + 1);
    }
    return new CpuSet(bits);
  }

  private static int cpu(String text, String part, String digits) {
    if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      String shown = CpuSetFormatException.shown(part);
      throw new CpuSetFormatException(
          "list", text, "\"" + shown + "\" is neither a number nor a range such as 0-3");
    }
    int cpu = digits.length() > DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits);
    if (cpu > LAST_POSSIBLE) {
      String shown = CpuSetFormatException.shown(digits);
      throw new CpuSetFormatException("list", text, "CPU " + shown + " is above " + LAST_POSSIBLE);
    }
    return cpu;
  }

  /**
   * Reads a mask as in {@code rps_cpus}: groups of up to eight hexadecimal digits between commas,
   * the last group holding CPUs 0 to 31. An empty text is the empty set.
   *
   * @throws CpuSetFormatException for anything else
   */
  public static CpuSet parseMask(String mask) {
    String text = mask.strip();
    if (text.isEmpty()) {
      return EMPTY;
    }
    String[] groups = text.split(",", -1);
    BitSet bits = new BitSet();
    for (int i = 0; i < groups.length; i++) {
      long word = word(text, groups[i]);
      int base = (groups.length - 1 - i) * WORD;
      for (; word != 0; word &= word - 1) {
        int cpu = base + Long.numberOfTrailingZeros(word);
        if (cpu > LAST_POSSIBLE) {
          throw new CpuSetFormatException(
              "mask", text, "it names CPU " + cpu + ", above " + LAST_POSSIBLE);
        }
        bits.set(cpu);
      }
    }
    return new CpuSet(bits);
  }

  private static long word(String text, String group) {
    if (group.isEmpty()
        || group.length() > DIGITS
        || !group.chars().allMatch(CpuSet::hexadecimal)) {
      String shown = CpuSetFormatException.shown(group);
      throw new CpuSetFormatException(
          "mask", text, "\"" + shown + "\" is not one to eight hexadecimal digits");
    }
    return Long.parseLong(group, 16);
  }

  private static boolean hexadecimal(int c) {
    return c < 128 && Character.digit(c, 16) >= 0;
  }

  /** Whether the CPU is in the set. */
  public boolean contains(int cpu) {
    return cpu >= 0 && bits.get(cpu);
  }

  /** Whether every CPU of the other set is in this one. */
  public boolean containsAll(CpuSet other) {
    return other.minus(this).isEmpty();
  }

  /** Whether the sets share a CPU. */
  public boolean intersects(CpuSet other) {
    return bits.intersects(other.bits);
  }

  /** Whether there is no CPU in the set. */
  public boolean isEmpty() {
    return bits.isEmpty();
  }

  /** The number of CPUs. */
  public int size() {
    return bits.cardinality();
  }

  /** The lowest CPU, or none in the empty set. */
  public OptionalInt first() {
    return bits.isEmpty() ? OptionalInt.empty() : OptionalInt.of(bits.nextSetBit(0));
  }

  /** CPUs of either set. */
  public CpuSet union(CpuSet other) {
    BitSet result = (BitSet) bits.clone();
    result.or(other.bits);
    return new CpuSet(result);
  }

  /** CPUs of both sets. */
  public CpuSet intersect(CpuSet other) {
    BitSet result = (BitSet) bits.clone();
    result.and(other.bits);
    return new CpuSet(result);
  }

  /** CPUs of this set that are not in the other. */
  public CpuSet minus(CpuSet other) {
    BitSet result = (BitSet) bits.clone();
    result.andNot(other.bits);
    return new CpuSet(result);
  }

  /** This set and one CPU more. */
  public CpuSet plus(int cpu) {
    return union(of(cpu));
  }

  /** The lowest {@code count} CPUs, or all when there are fewer. */
  public CpuSet limit(int count) {
    return of(stream().limit(count));
  }

  /** The CPUs, ascending. */
  public IntStream stream() {
    return bits.stream();
  }

  /** The CPUs as bits, the caller's own. */
  public BitSet toBitSet() {
    return (BitSet) bits.clone();
  }

  /** The CPUs as a list, ascending. */
  public List<Integer> toList() {
    return stream().boxed().toList();
  }

  @Override
  public Iterator<Integer> iterator() {
    return stream().iterator();
  }

  /** The set as a mask for {@code rps_cpus}: without leading zero groups, "0" for the empty set. */
  public String toMask() {
    StringBuilder mask = new StringBuilder();
    for (int group = Math.max(0, bits.length() - 1) / WORD; group >= 0; group--) {
      long word = 0;
      for (int bit = 0; bit < WORD; bit++) {
        word |= bits.get(group * WORD + bit) ? 1L << bit : 0;
      }
      mask.append(mask.isEmpty() ? String.format("%x", word) : String.format(",%08x", word));
    }
    return mask.toString();
  }

  /**
   * The set as a list for {@code smp_affinity_list}: ascending, with ranges; empty for the empty
   * set.
   */
  @Override
  @JsonValue
  public String toString() {
    StringBuilder list = new StringBuilder();
    for (int first = bits.nextSetBit(0); first >= 0; ) {
      int last = bits.nextClearBit(first) - 1;
      list.append(list.isEmpty() ? "" : ",").append(first);
      if (last > first) {
        list.append('-').append(last);
      }
      first = bits.nextSetBit(last + 1);
    }
    return list.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CpuSet set && bits.equals(set.bits);
  }

  @Override
  public int hashCode() {
    return bits.hashCode();
  }
}
