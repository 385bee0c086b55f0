// SPDX-License-Identifier: Apache-2.0
/**
 * The eBPF machine: registers, an assembler with labels, a disassembler for people, and the frame
 * that every filter program shares. Knows the instruction set (Linux,
 * Documentation/bpf/standardization/instruction-set.rst) and the rules of the verifier of kernel
 * 6.1 and later; knows nothing of filter languages.
 */
package dev.ringtail.filter.bpf;
