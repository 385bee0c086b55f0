// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.codegen;

import dev.ringtail.filter.protocol.Protocol;

/**
 * A layer that a way has taken and that is asked for later.
 *
 * @param name what it is called, or {@link #LAST}
 * @param protocol what it is
 * @param beside whether it is the tag beside the packet, or the Ethernet header in front of that
 * @param place where its offset is kept
 */
record Binding(int name, Protocol protocol, boolean beside, Place place) {

  /** The name of the last layer of a way. */
  static final int LAST = -1;
}
