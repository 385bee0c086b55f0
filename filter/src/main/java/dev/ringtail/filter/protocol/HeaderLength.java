// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

import java.util.List;
import java.util.OptionalInt;

/** How long a header is. */
public sealed interface HeaderLength {

  /** Fewest bytes of a valid header. */
  int least();

  /** Most bytes of a valid header; nothing where a chain of extensions belongs to it. */
  default OptionalInt most() {
    return OptionalInt.empty();
  }

  /** Always the same. */
  record Fixed(int bytes) implements HeaderLength {
    @Override
    public int least() {
      return bytes;
    }

    @Override
    public OptionalInt most() {
      return OptionalInt.of(bytes);
    }
  }

  /**
   * Given in the header: ((byte &gt;&gt; shift) &amp; mask) * unit + plus.
   *
   * @param least a smaller result is impossible, and nothing follows such a header
   */
  record Scaled(int byteOffset, int shift, int mask, int unit, int plus, int least)
      implements HeaderLength {

    @Override
    public OptionalInt most() {
      return OptionalInt.of((0xff >> shift & mask) * unit + plus);
    }
  }

  /** A fixed part and optional ones. */
  record Optional(int bytes, List<Shift> parts) implements HeaderLength {
    @Override
    public int least() {
      return bytes;
    }

    @Override
    public OptionalInt most() {
      return OptionalInt.of(bytes + parts.stream().mapToInt(Shift::bytes).sum());
    }
  }

  /** IPv6 with its extension headers; what follows is found on the way. */
  record Ipv6() implements HeaderLength {
    @Override
    public int least() {
      return 40;
    }
  }

  /** GTP-U with its optional part and extension headers. */
  record Gtp() implements HeaderLength {
    @Override
    public int least() {
      return 8;
    }
  }
}
