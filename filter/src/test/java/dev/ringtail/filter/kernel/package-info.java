// SPDX-License-Identifier: Apache-2.0
/**
 * Test fixtures: the few {@code bpf(2)} commands that load a generated program and show it packets.
 */
package dev.ringtail.filter.kernel;
