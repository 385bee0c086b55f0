// SPDX-License-Identifier: Apache-2.0

/**
 * Programs in the kernel: loading them for an interface, the slots through which a packet goes from
 * one to the next, attaching and detaching, and reading what they count. Which interfaces are
 * captured, and for how long, is decided elsewhere.
 */
package dev.ringtail.agent.program;
