// SPDX-License-Identifier: Apache-2.0
/**
 * The compiled BPF programs of Ringtail and, as constants, all that user space must know of their
 * memory. Uses nothing but the JDK; loading and attaching is the agent's.
 */
package dev.ringtail.bpf;
