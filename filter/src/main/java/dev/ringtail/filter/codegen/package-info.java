// SPDX-License-Identifier: Apache-2.0
/**
 * Intermediate form to eBPF. The automaton of the chain is run over the layers of the packet at
 * generation time: a block of code for each protocol and each list of ways that are still open
 * there ({@link dev.ringtail.filter.codegen.Threads}), as regular expressions are turned into
 * tables. What a block cannot know, the values of fields, is asked in code. So every packet is
 * walked once, without going back, and {@code //} and repeats are unrolled.
 */
package dev.ringtail.filter.codegen;
