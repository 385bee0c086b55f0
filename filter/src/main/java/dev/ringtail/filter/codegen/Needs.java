// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.check.Node;
import dev.ringtail.filter.check.Test;
import dev.ringtail.filter.protocol.Field;
import dev.ringtail.filter.protocol.HeaderLength;
import dev.ringtail.filter.protocol.Next;
import dev.ringtail.filter.protocol.Protocol;
import dev.ringtail.filter.protocol.Shift;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which bytes of a header a block reads.
 *
 * @param ends the ends, from the start of the header, of what is read, ascending
 * @param partial whether fewer bytes than the last end can be enough for some way
 */
record Needs(SortedSet<Integer> ends, boolean partial) {

  private static final int TAG_BESIDE_END = 14;

  /** The needs of a block at the start of a layer. */
  static Needs of(Block block) {
    SortedSet<Integer> ends = new TreeSet<>();
    SortedSet<Integer> enough = new TreeSet<>();
    boolean twoFields = false;
    int next = nextEnd(block.protocol(), block.beside());
    for (Threads.Thread thread : block.threads().list()) {
      int last = 0;
      boolean goesOn = true;
      if (thread.node() instanceof Node.Consume consume && block.isFor(consume)) {
        for (Test test : consume.tests()) {
          twoFields |= test.fields().size() > 1;
          for (Field field : test.fields()) {
            int end = end(field, block.protocol(), block.beside());
            ends.add(end);
            last = Math.max(last, end);
          }
        }
        Threads behind = Threads.start(consume.next());
        goesOn = !behind.isAccepted();
        if (behind.pending() != null) {
          enough.add(last);
        }
      } else if (thread.node() instanceof Node.Accept) {
        continue;
      }
      if (goesOn) {
        ends.add(next);
        last = Math.max(last, next);
      }
      enough.add(last);
    }
    ends.remove(0);
    return new Needs(ends, twoFields && ends.size() > 1 || enough.size() > 1);
  }

  int greatest() {
    return ends.isEmpty() ? 0 : ends.last();
  }

  /** The end of what the tests of a way read. */
  static int testEnd(List<Test> tests, Protocol protocol, boolean beside) {
    return tests.stream()
        .flatMap(test -> test.fields().stream().limit(1))
        .mapToInt(field -> end(field, protocol, beside))
        .max()
        .orElse(0);
  }

  private static int end(Field field, Protocol protocol, boolean beside) {
    if (beside) {
      boolean isType = field.name().equals("type");
      boolean isEthernet = protocol.name().equals("eth");
      return isEthernet ? isType ? 0 : field.endByte() : isType ? TAG_BESIDE_END : 0;
    }
    return field.isPlain() ? field.endByte() : 0;
  }

  /** The end of what says which layer follows and where. */
  static int nextEnd(Protocol protocol, boolean beside) {
    if (beside) {
      return protocol.name().equals("eth") ? 0 : TAG_BESIDE_END;
    }
    int length =
        switch (protocol.length()) {
          case HeaderLength.Scaled scaled -> scaled.byteOffset() + 1;
          case HeaderLength.Optional optional ->
              optional.parts().stream()
                  .map(Shift::when)
                  .mapToInt(f -> f.byteOffset() + 1)
                  .max()
                  .orElse(0);
          case HeaderLength.Ipv6 ipv6 -> 7;
          case HeaderLength.Gtp gtp -> 1;
          case HeaderLength.Fixed fixed -> 0;
        };
    int next =
        switch (protocol.next()) {
          case Next.Nothing nothing -> 0;
          case Next.Always always -> 0;
          case Next.ByNumber number ->
              Math.max(number.byteOffset() + number.bytes(), guards(number.guards()));
          case Next.ByPorts ports -> 4;
          case Next.ByLabelStack stack -> 3;
          case Next.ByNibble nibble -> guards(nibble.guards());
          case Next.ByWalk walk -> 1;
        };
    return protocol.next() instanceof Next.Nothing ? 0 : Math.max(length, next);
  }

  private static int guards(List<Next.Guard> guards) {
    return guards.stream().mapToInt(guard -> guard.byteOffset() + guard.bytes()).max().orElse(0);
  }
}
