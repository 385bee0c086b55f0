// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

/**
 * A network interface that is to be captured.
 *
 * @param name as the kernel has it
 * @param index its ifindex
 * @param mtu bytes, without the link header
 * @param macAddress six hexadecimal bytes with colons, empty if it has none
 * @param driver its driver, empty if not known
 */
public record CapturedInterface(
    String name, int index, int mtu, String macAddress, String driver) {}
