// SPDX-License-Identifier: Apache-2.0

/**
 * The rings between the kernel and the readers: their memory, their positions with the orderings
 * that make a single producer and a single consumer safe, and the doorbell. The layout is that of
 * {@code bpf/src/ringtail_abi.h}. What a reader does with the bytes is not known here.
 */
package dev.ringtail.agent.ring;
