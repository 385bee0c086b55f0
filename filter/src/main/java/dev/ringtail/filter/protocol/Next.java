// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

import java.util.List;
import java.util.stream.Stream;

/** What follows a header. */
public sealed interface Next {

  /** Names of the protocols that may follow. */
  List<String> protocols();

  /** Nothing that is known here. */
  record Nothing() implements Next {
    @Override
    public List<String> protocols() {
      return List.of();
    }
  }

  /** Always the same protocol. */
  record Always(String protocol) implements Next {
    @Override
    public List<String> protocols() {
      return List.of(protocol);
    }
  }

  /**
   * A number in the header names it.
   *
   * @param byteOffset where the number is
   * @param bytes 1 or 2
   * @param guards all of which must hold, or nothing follows
   */
  record ByNumber(int byteOffset, int bytes, List<Case> cases, List<Guard> guards) implements Next {
    @Override
    public List<String> protocols() {
      return cases.stream().map(Case::protocol).distinct().toList();
    }
  }

  /** One number and what it names. */
  record Case(int number, String protocol) {}

  /**
   * A condition on the header.
   *
   * @param byteOffset where
   * @param bytes 1 or 2
   */
  record Guard(int byteOffset, int bytes, int mask, int value) {}

  /** Ports name it; both ports must be in the packet. */
  record ByPorts(List<PortCase> cases) implements Next {
    @Override
    public List<String> protocols() {
      return cases.stream().map(PortCase::protocol).distinct().toList();
    }
  }

  /**
   * One port and what it names.
   *
   * @param eitherEnd whether the source port may name it as well as the destination port; such
   *     readings come first, and nothing follows such a protocol
   * @param gap bytes between the two headers
   * @param nonZero whether the first four bytes behind must be there and not all 0
   */
  record PortCase(int port, boolean eitherEnd, String protocol, int gap, boolean nonZero) {}

  /**
   * MPLS: the next label until the bottom of the stack, then by the first nibble behind it.
   *
   * @param label name of the protocol itself
   */
  record ByLabelStack(String label, List<Case> cases) implements Next {
    @Override
    public List<String> protocols() {
      return Stream.concat(Stream.of(label), cases.stream().map(Case::protocol)).toList();
    }
  }

  /** By the first nibble of the payload, if all guards hold. */
  record ByNibble(List<Case> cases, List<Guard> guards) implements Next {
    @Override
    public List<String> protocols() {
      return cases.stream().map(Case::protocol).distinct().toList();
    }
  }

  /** IPv6 and segment routing: by the number at the end of the walk over the extension headers. */
  record ByWalk(List<Case> cases) implements Next {
    @Override
    public List<String> protocols() {
      return cases.stream().map(Case::protocol).distinct().toList();
    }
  }
}
