// SPDX-License-Identifier: Apache-2.0

/**
 * JMH: what pieces of code cost in time and allocation, the obvious way beside ours. Run by {@code
 * make bench-jmh}.
 */
package dev.ringtail.bench.jmh;
