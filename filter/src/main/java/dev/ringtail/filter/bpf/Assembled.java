// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

import java.util.Map;

/**
 * What the assembler made.
 *
 * @param bytes the program, little-endian, eight bytes per instruction; not copied
 * @param comments what the instructions from a number on are for
 */
public record Assembled(byte[] bytes, Map<Integer, String> comments) {}
