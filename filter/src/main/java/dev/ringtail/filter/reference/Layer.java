// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

/**
 * A header in a packet.
 *
 * @param protocol its name in the language
 * @param offset of its first byte
 */
record Layer(String protocol, int offset) {

  boolean is(String name) {
    return protocol.equals(name)
        || name.equals("ip") && (protocol.equals("ipv4") || protocol.equals("ipv6"));
  }
}
