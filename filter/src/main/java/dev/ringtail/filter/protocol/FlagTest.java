// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

/**
 * True if any of the bits is set.
 *
 * @param byteOffset which byte of the header
 * @param mask which bits of it
 */
public record FlagTest(int byteOffset, int mask) {}
