// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

import java.util.List;
import java.util.Set;

/**
 * A filter that has been checked and waits for a place to run. Immutable; one compiled filter
 * serves any number of interfaces and hooks, from any thread.
 */
public interface CompiledFilter {

  /** The language of {@link #text()}. */
  FilterLanguage language();

  /** The text as it was given. */
  String text();

  /** The link type that the filter was compiled for. */
  LinkType linkType();

  /** The sets that the filter asks ({@code in @name}); each needs a map in the contract. */
  Set<SetUse> sets();

  /** Fewest bytes that a matching packet has, 0 if even an empty one may match. */
  int minimalPacketLength();

  /**
   * Whether the filter asks for VLAN tags. Where the device takes them out before XDP ({@code
   * rxvlan} offload), it would never see any and is to be refused.
   */
  boolean asksVlan();

  /** Hooks that can run the filter. */
  Set<Hook> hooks();

  /**
   * Makes the program that runs between entry and capture.
   *
   * <p>The program finds the CPU's element of the counters map. A packet that does not match adds
   * one to {@code filtered} and returns the verdict. For one that does, the program stores the
   * extent (bytes to keep, or 0xffffffff for all; as the packet is recorded, with the VLAN tag that
   * the kernel keeps beside it at tc) and tail-calls the capture program. If that call falls
   * through, {@code matched} and the tail-call drops are counted.
   *
   * @throws IllegalArgumentException if the contract names a hook that is not in {@link #hooks()},
   *     or lacks a map for one of {@link #sets()}
   */
  EbpfProgram assemble(ProgramContract contract);

  /** What the filter checks, for people: a line each, indented below what it belongs to. */
  List<String> outline();

  /**
   * The program of a contract as a listing with comments.
   *
   * @throws IllegalArgumentException as {@link #assemble}
   */
  String listing(ProgramContract contract);
}
