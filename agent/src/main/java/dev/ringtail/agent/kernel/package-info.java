// SPDX-License-Identifier: Apache-2.0

/**
 * The kernel and the C libraries as Java sees them: direct JNA bindings with the C prototype above
 * each, memory mappings as {@link java.lang.foreign.MemorySegment}s, and errors as exceptions that
 * carry the cause. Nothing here knows what a capture is.
 */
package dev.ringtail.agent.kernel;
