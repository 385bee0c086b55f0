// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.check.Node;
import dev.ringtail.filter.protocol.Protocol;

/**
 * A piece of the program: where the packet has been read to, and what is still open there.
 *
 * @param kind what is to be done
 * @param protocol the layer that begins here, or whose end is not found yet
 * @param beside whether the layer is the tag beside the packet, or Ethernet in front of that
 * @param place where the offset of the layer is: known, or in R7
 * @param threads ways that are open
 * @param fallback where to go on if none of them fits, or null
 */
record Block(
    Kind kind, Protocol protocol, boolean beside, Place place, Threads threads, Block fallback) {

  enum Kind {
    /** The layer begins. */
    LAYER,
    /**
     * IPv6: R7 is at what R9 announces, an extension header or the next layer. R8 says how many
     * extension headers may still follow.
     */
    WALK,
    /**
     * Ports: other readings were tried, now the destination port alone. R7 is behind the header.
     */
    TUNNEL
  }

  /**
   * Whether a way waits for this layer. Ways that wait for what lies behind an extension header are
   * open at it too.
   */
  boolean isFor(Node.Consume consume) {
    return consume.protocol().name().equals(protocol.name());
  }

  static Block layer(Protocol protocol, Place place, Threads threads) {
    return new Block(Kind.LAYER, protocol, false, place, threads, null);
  }
}
